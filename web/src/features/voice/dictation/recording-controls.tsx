import { useRef } from 'react';
import { countdownSeconds, maxSeconds } from './capture';
import { recordingTexts } from './recording-texts';

interface RecordingControlsProps {
  /** Seconds until the recording ends; null while the end is not near. */
  secondsLeft: number | null;
  /** Transcribes the kept recording again; null if no recording is kept. */
  onRepeat: (() => void) | null;
  onCancel: () => void;
}

/**
 * What a recorded dictation shows above the bar: its actions (rule voice-dictation-kept) and, near its end,
 * the time left (rule voice-dictation-recorded).
 */
export function RecordingControls({ secondsLeft, onRepeat, onCancel }: RecordingControlsProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const repeatTranscription = () => {
    cancelButton.current?.focus();
    onRepeat?.();
  };
  return (
    <>
      {onRepeat && (
        <button type="button" className="link dictation__action" onClick={repeatTranscription}>
          {recordingTexts.repeat}
        </button>
      )}
      <button
        ref={cancelButton}
        type="button"
        className="link dictation__action"
        onClick={onCancel}
      >
        {recordingTexts.cancel}
      </button>
      {secondsLeft !== null && (
        <span className="dictation__left num" role="timer">
          {recordingTexts.secondsLeft(secondsLeft)}
        </span>
      )}
      <span className="visually-hidden" role="status">
        {secondsLeft !== null && recordingTexts.endsSoon(maxSeconds, countdownSeconds)}
      </span>
    </>
  );
}
