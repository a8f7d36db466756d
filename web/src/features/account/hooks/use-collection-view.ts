import { useState } from 'react';
import type { CollectionView } from '#/features/collections';
import { readText, writeText } from '#/shared/browser/storage';

/**
 * The view of a collection, grid or list, and its setter. The browser's storage keeps it (rule
 * collections-views).
 */
export function useCollectionView(): [CollectionView, (view: CollectionView) => void] {
  const [view, setView] = useState<CollectionView>(() =>
    readText('collections_view') === 'list' ? 'list' : 'grid',
  );
  const change = (next: CollectionView) => {
    writeText('collections_view', next);
    setView(next);
  };
  return [view, change];
}
