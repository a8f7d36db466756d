import { maxSeconds, shownSeconds } from './capture';
import { recordingTexts } from './recording-texts';

interface RecordingControlsProps {
  /** null while the end is not near. */
  secondsLeft: number | null;
  onCancel: () => void;
}

/** What a recorded dictation shows above the bar: Cancel and, near its end, the time left. */
export function RecordingControls({ secondsLeft, onCancel }: RecordingControlsProps) {
  return (
    <>
      <button type="button" className="link dictation__cancel" onClick={onCancel}>
        {recordingTexts.cancel}
      </button>
      {secondsLeft !== null && (
        <span className="dictation__left num" role="timer">
          {recordingTexts.secondsLeft(secondsLeft)}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {secondsLeft !== null && recordingTexts.endsSoon(maxSeconds, shownSeconds)}
      </span>
    </>
  );
}
