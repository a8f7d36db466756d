import type { Collection } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { useDeleteCollection } from '../api/delete-mutation';
import '../styles/collection-dialogs.css';

interface DeleteCollectionDialogProps {
  userId: string;
  collection: Collection;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks before a collection is deleted (rule collections-delete). */
export function DeleteCollectionDialog({
  userId,
  collection,
  onDeleted,
  onClose,
}: DeleteCollectionDialogProps) {
  const deletion = useDeleteCollection(userId, collection.id, onDeleted);
  return (
    <Dialog className="collection-dialog" onClose={onClose}>
      <DialogTitle>Delete Collection</DialogTitle>
      <p>Are you sure you want to delete “{collection.name}”? This action cannot be undone.</p>
      <p className="small muted">
        Its characters stay, with your likes, follows and chats.
        {collection.share_url !== null && ' The shared address stops working.'}
      </p>
      <div className="collection-dialog__buttons">
        <Button look="line" data-focus="true" onClick={onClose}>
          Cancel
        </Button>
        <Button look="bad" busy={deletion.isPending} onClick={() => deletion.mutate()}>
          {deletion.isPending ? 'Deleting...' : 'Delete'}
        </Button>
      </div>
    </Dialog>
  );
}
