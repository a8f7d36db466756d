import { lazy } from 'react';

/**
 * The note about a talk that paused for a day. Its code is fetched when it is shown. Wrap it in
 * Suspense.
 */
export const LazyTalkRecap = lazy(() =>
  import('./previously').then((m) => ({ default: m.TalkRecap })),
);
