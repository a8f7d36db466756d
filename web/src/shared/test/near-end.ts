import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Stubs IntersectionObserver. The result reports all observed elements as visible. */
export function stubIntersections(): () => void {
  const observed = new Set<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly intersect: () => void;
      constructor(call: IntersectionObserverCallback) {
        this.intersect = () =>
          call(
            [{ isIntersecting: true } as IntersectionObserverEntry],
            this as unknown as IntersectionObserver,
          );
      }
      observe() {
        observed.add(this.intersect);
      }
      disconnect() {
        observed.delete(this.intersect);
      }
    },
  );
  return () =>
    act(() => {
      for (const look of [...observed]) look();
    });
}
