import { texts } from '../texts';
import { setSpeakReplies, useSpeakReplies } from './speak-replies';

/** The switch 'Speak replies' of the composer. */
export function SpeakSwitch() {
  const on = useSpeakReplies((state) => state.on);
  return (
    <button
      type="button"
      role="switch"
      className="speak-switch"
      aria-checked={on}
      onClick={() => setSpeakReplies(!on)}
    >
      <span className="speak-switch__track" aria-hidden="true" />
      {texts.speakReplies}
    </button>
  );
}
