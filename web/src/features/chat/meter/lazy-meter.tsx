import { lazy, Suspense } from 'react';
import type { MeterProps } from './meter';

const Meter = lazy(() =>
  import('./meter').then((m) => ({ default: m.Meter })).catch(() => ({ default: () => null })),
);

export function LazyMeter(props: MeterProps) {
  return (
    <Suspense>
      <Meter {...props} />
    </Suspense>
  );
}
