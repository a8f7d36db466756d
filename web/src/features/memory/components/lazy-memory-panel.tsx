import { lazy } from 'react';

/** The memory panel. Its code is fetched when it is opened. Wrap it in Suspense. */
export const LazyMemoryPanel = lazy(() =>
  import('./memory-panel').then((m) => ({ default: m.MemoryPanel })),
);
