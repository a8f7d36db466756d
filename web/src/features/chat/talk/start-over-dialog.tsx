import { useId } from 'react';
import type { Session } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { useStartOver } from './talk-mutations';
import { startOverText, talkTexts } from './talk-texts';
import './talk.css';

interface StartOverDialogProps {
  session: Session;
  /** Called with the conversation, which then has its greeting only. */
  onReplaced: (session: Session) => void;
  onClose: () => void;
}

/** Asks for confirmation and then starts the talk over (rule chat-start-over-asks). */
export function StartOverDialog({ session, onReplaced, onClose }: StartOverDialogProps) {
  const questionId = useId();
  const startOverMutation = useStartOver(session.id, onReplaced);
  const isStartingOver = startOverMutation.isPending;
  return (
    <Dialog
      className="talk-dialog"
      describedBy={questionId}
      onClose={() => !isStartingOver && onClose()}
    >
      <DialogTitle>Start over?</DialogTitle>
      <p id={questionId}>{startOverText(session.character.name)}</p>
      <div className="talk-dialog__buttons">
        <Button look="line" data-focus="true" onClick={() => !isStartingOver && onClose()}>
          Cancel
        </Button>
        <Button busy={isStartingOver} onClick={() => startOverMutation.mutate()}>
          {talkTexts.startOver}
        </Button>
      </div>
    </Dialog>
  );
}
