import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { useDeleteMessage } from './tool-mutations';
import { texts } from './tool-texts';

interface DeleteDialogProps {
  chat: Chat;
  message: ChatMessage;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation and then deletes the message (rule messages-delete). */
export function DeleteDialog({ chat, message, onDeleted, onClose }: DeleteDialogProps) {
  const questionId = useId();
  const deletion = useDeleteMessage(chat, onDeleted);
  const isDeleting = deletion.isPending;
  return (
    <Dialog
      className="message-dialog"
      describedBy={questionId}
      onClose={() => !isDeleting && onClose()}
    >
      <DialogTitle>{message.isUser ? 'Delete your message?' : 'Delete this reply?'}</DialogTitle>
      <p id={questionId}>{message.isUser ? texts.deleteOwn : texts.deleteReply}</p>
      <div className="message-dialog__buttons">
        <Button look="line" data-focus="true" onClick={() => !isDeleting && onClose()}>
          Cancel
        </Button>
        <Button look="bad" busy={isDeleting} onClick={() => deletion.mutate(message)}>
          <Trash2 size={18} aria-hidden="true" />
          {isDeleting ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  );
}
