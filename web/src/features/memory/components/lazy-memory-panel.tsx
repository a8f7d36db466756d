import { lazy } from 'react';

/** The panel, fetched when it is opened. Wrap it in Suspense. */
export const LazyMemoryPanel = lazy(() =>
  import('./memory-panel').then((m) => ({ default: m.MemoryPanel })),
);
