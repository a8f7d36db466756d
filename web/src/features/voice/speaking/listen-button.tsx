import { Square, Volume2 } from 'lucide-react';
import { texts } from '../texts';
import { silence, speak, useSpeaker } from './speaker';

interface ListenButtonProps {
  /** Key of the message. */
  messageKey: string;
  content: string;
  className: string;
}

/** Reads a reply aloud, or stops it. Nothing in browsers without voices. */
export function ListenButton({ messageKey, content, className }: ListenButtonProps) {
  const hasVoices = useSpeaker((state) => state.hasVoices);
  const speaking = useSpeaker((state) => state.speaking === messageKey);
  if (!hasVoices) return null;
  return (
    <button
      type="button"
      className={className}
      tabIndex={-1}
      onClick={() => (speaking ? silence() : speak(messageKey, content))}
    >
      {speaking ? (
        <Square size={14} fill="currentColor" aria-hidden="true" />
      ) : (
        <Volume2 size={16} aria-hidden="true" />
      )}
      {speaking ? texts.stop : texts.listen}
    </button>
  );
}
