import { DoorOpen } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import type { ChatCharacter } from '../state/partner';
import { useNoteOfReply } from './note-mutation';
import { NotePanel } from './note-panel';
import { outsideTexts } from './texts';
import '../styles/outside.css';

interface StepOutsideProps {
  /** Id of the stored reply. */
  messageId: string;
  character: ChatCharacter;
  /** Whether the button is offered: the reply is the last one and stored, and something can be sent. */
  isButtonOffered: boolean;
}

/**
 * The button that opens a note of the service about a reply, and the note below it (rule
 * chat-step-outside). An open note stays when the talk goes on.
 */
export function StepOutside({ messageId, character, isButtonOffered }: StepOutsideProps) {
  const [isOpen, setOpen] = useState(false);
  // Most replies have neither the button nor a note. For these replies, the hooks of NoteOfReply do not run.
  if (!isOpen && !isButtonOffered) return null;
  return (
    <NoteOfReply messageId={messageId} character={character} isOpen={isOpen} setOpen={setOpen} />
  );
}

interface NoteOfReplyProps extends Omit<StepOutsideProps, 'isButtonOffered'> {
  isOpen: boolean;
  setOpen: (open: boolean) => void;
}

function NoteOfReply({ messageId, character, isOpen, setOpen }: NoteOfReplyProps) {
  const {
    note,
    isWaitingForNote,
    failureText,
    askForNote: ask,
  } = useNoteOfReply(character.slug, messageId);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const toggleNote = () => {
    setOpen(!isOpen);
    if (!isOpen && !note) ask();
  };
  const close = () => {
    button.current?.focus();
    setOpen(false);
  };
  // Inside the note Escape only closes the note. Elsewhere in the log Escape focuses the field.
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="reply__action"
        tabIndex={-1}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggleNote}
      >
        <DoorOpen size={16} aria-hidden="true" />
        {outsideTexts.open}
      </button>
      {isOpen && (
        <NotePanel
          id={id}
          characterName={character.name}
          note={note}
          isWaitingForNote={isWaitingForNote}
          failureText={failureText}
          opener={button}
          onRetry={ask}
          onClose={close}
          onKeyDown={closeOnEscape}
        />
      )}
    </>
  );
}
