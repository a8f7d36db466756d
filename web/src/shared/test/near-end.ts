import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Stubs IntersectionObserver. The result reports all observed elements as visible. */
export function stubIntersections(): () => void {
  const intersectCallbacks = new Set<() => void>();
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
        intersectCallbacks.add(this.intersect);
      }
      disconnect() {
        intersectCallbacks.delete(this.intersect);
      }
    },
  );
  return () =>
    act(() => {
      for (const look of [...intersectCallbacks]) look();
    });
}
