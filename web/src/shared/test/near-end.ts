import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** Stubs IntersectionObserver. The result reports all observed elements as visible. */
export function stubIntersections(): () => void {
  const observed = new Set<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly look: () => void;
      constructor(call: IntersectionObserverCallback) {
        this.look = () =>
          call(
            [{ isIntersecting: true } as IntersectionObserverEntry],
            this as unknown as IntersectionObserver,
          );
      }
      observe() {
        observed.add(this.look);
      }
      disconnect() {
        observed.delete(this.look);
      }
    },
  );
  return () =>
    act(() => {
      for (const look of [...observed]) look();
    });
}
