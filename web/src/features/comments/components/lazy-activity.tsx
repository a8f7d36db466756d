import { lazy, Suspense } from 'react';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';

const LoadedActivity = lazy(() => import('./activity').then((m) => ({ default: m.Activity })));

/** The activity of a character, whose code is fetched when its tab is opened. */
export function Activity({ character }: { character: string }) {
  return (
    <Suspense fallback={<SkeletonRows rows={3} label="Loading activity" />}>
      <LoadedActivity character={character} />
    </Suspense>
  );
}
