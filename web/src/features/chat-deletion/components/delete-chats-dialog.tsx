import { Trash2 } from 'lucide-react';
import { useId } from 'react';
import { Coin, categoryInk } from '#/features/character';
import { formatWholeCount } from '#/shared/format/format-count';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { useDeleteChats } from '../api/delete-chats-mutation';
import type { ChatToDelete } from '../chat-to-delete';
import { deleteQuestionText, messagesText, texts } from '../texts';
import '../styles/delete-chats.css';

/** Number of chats that the dialog names. */
const maxNamedChats = 5;

export interface DeleteChatsDialogProps {
  chats: readonly ChatToDelete[];
  /** Called with the ids of deleted chats, at most a hundred at a time. */
  onDeleted: (ids: readonly string[]) => void;
  onClose: () => void;
}

/**
 * Asks for confirmation and deletes the chats (rule chats-delete-dialog). The chats stay in the lists until
 * the server has deleted them.
 */
export function DeleteChatsDialog({ chats, onDeleted, onClose }: DeleteChatsDialogProps) {
  const questionId = useId();
  const deletion = useDeleteChats(onDeleted);
  const busy = deletion.isPending;
  const confirm = () =>
    deletion.mutate(
      chats.map(({ id }) => id),
      { onSuccess: onClose },
    );
  const unnamedCount = chats.length - maxNamedChats;
  return (
    <Dialog className="delete-chats" describedBy={questionId} onClose={() => !busy && onClose()}>
      <DialogTitle>{texts.title}</DialogTitle>
      <p id={questionId}>{deleteQuestionText(chats.length)}</p>
      <ul className="delete-chats__list">
        {chats.slice(0, maxNamedChats).map(({ id, character, message_count: count }) => (
          <li key={id}>
            <Coin pictureUrl={character.coin_url} ink={categoryInk(character.category)} size={32} />
            <span className="display t5">{character.name}</span>
            {count !== undefined && <span className="small muted">{messagesText(count)}</span>}
          </li>
        ))}
        {unnamedCount > 0 && <li className="muted">and {formatWholeCount(unnamedCount)} more</li>}
      </ul>
      <div className="delete-chats__buttons">
        <Button look="line" data-focus="true" onClick={() => !busy && onClose()}>
          Cancel
        </Button>
        <Button look="bad" busy={busy} onClick={confirm}>
          <Trash2 size={18} aria-hidden="true" />
          {busy ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  );
}
