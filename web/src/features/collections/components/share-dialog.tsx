import type { Collection } from '#/shared/api/types';
import { copyText } from '#/shared/browser/copy-text';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { Field } from '#/shared/ui/field';
import { toast } from '#/shared/ui/toast';
import { useShareCollection, useUnshareCollection } from '../api/share-mutations';
import { texts } from '../texts';
import '../styles/collection-dialogs.css';

async function copyAddress(url: string): Promise<void> {
  if (await copyText(url)) toast.success(texts.addressCopied);
  else toast.error(texts.copyFailed);
}

interface ShareDialogProps {
  userId: string;
  collection: Collection;
  onClose: () => void;
}

/** Makes, shows and revokes the address of a shared collection (rule collections-share-dialog). */
export function ShareDialog({ userId, collection, onClose }: ShareDialogProps) {
  const { id, name, share_url: url } = collection;
  const shareMutation = useShareCollection(userId, id);
  const unshareMutation = useUnshareCollection(userId, id);
  return (
    <Dialog className="collection-dialog" onClose={onClose}>
      <DialogTitle>Share</DialogTitle>
      {url === null ? (
        <div className="collection-dialog__fields">
          <p>
            Anybody with the address can see “{name}”, its characters and your name as others see
            it. You can stop sharing at any time.
          </p>
          <div className="collection-dialog__buttons">
            <Button look="line" onClick={onClose}>
              Cancel
            </Button>
            <Button
              data-focus="true"
              busy={shareMutation.isPending}
              onClick={() => shareMutation.mutate()}
            >
              {shareMutation.isPending ? 'Making the address...' : 'Make an address'}
            </Button>
          </div>
        </div>
      ) : (
        <div className="collection-dialog__fields">
          <Field
            label="Address"
            value={url}
            readOnly
            data-focus="true"
            onFocus={({ target }) => target.select()}
          />
          <p className="small muted">
            Anybody with this address can see the collection. After Stop sharing it no longer works.
          </p>
          <div className="collection-dialog__buttons">
            <Button
              look="bad"
              busy={unshareMutation.isPending}
              onClick={() => unshareMutation.mutate()}
            >
              Stop sharing
            </Button>
            <Button onClick={() => void copyAddress(url)}>Copy</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
