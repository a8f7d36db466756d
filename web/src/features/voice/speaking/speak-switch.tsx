import { texts } from '../texts';
import { setSpeakReplies, useSpeakReplies } from './speak-replies';
import { useSpeaker } from './speaker';

/** The switch 'Speak replies' of the composer. Nothing in browsers without voices. */
export function SpeakSwitch() {
  const hasVoices = useSpeaker((state) => state.hasVoices);
  const on = useSpeakReplies((state) => state.on);
  if (!hasVoices) return null;
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
