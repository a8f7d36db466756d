import { lazy } from 'react';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import type { DeleteChatsDialogProps } from './delete-chats-dialog';

const DeleteChatsDialog = lazy(() =>
  import('./delete-chats-dialog').then((m) => ({ default: m.DeleteChatsDialog })),
);

/** The dialog 'Delete Chats', whose code is fetched when it is opened. */
export function DeleteChats(props: DeleteChatsDialogProps) {
  return (
    <LazyOverlay onFail={props.onClose}>
      <DeleteChatsDialog {...props} />
    </LazyOverlay>
  );
}
