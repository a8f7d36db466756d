import { lazy } from 'react';

/** The recall of a talk that has rested. Its code is fetched when it is shown. Wrap it in Suspense. */
export const LazyPreviously = lazy(() =>
  import('./previously').then((m) => ({ default: m.Previously })),
);
