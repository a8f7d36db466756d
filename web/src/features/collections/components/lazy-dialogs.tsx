import { lazy } from 'react';

// The code of the dialogs is fetched when one is opened. Draw them in a LazyOverlay.
export const NewCollectionDialog = lazy(() =>
  import('./name-dialog').then((m) => ({ default: m.NewCollectionDialog })),
);
export const EditCollectionDialog = lazy(() =>
  import('./name-dialog').then((m) => ({ default: m.EditCollectionDialog })),
);
export const ShareDialog = lazy(() =>
  import('./share-dialog').then((m) => ({ default: m.ShareDialog })),
);
export const DeleteCollectionDialog = lazy(() =>
  import('./delete-collection-dialog').then((m) => ({ default: m.DeleteCollectionDialog })),
);
