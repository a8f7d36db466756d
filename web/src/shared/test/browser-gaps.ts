import { vi } from 'vitest';

/** Stubs browser APIs that jsdom lacks and the app calls on mount. */
export function fillBrowserGaps(): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    // Reduced motion is on in tests.
    matches: query.includes('prefers-reduced-motion'),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  window.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
  Element.prototype.hasPointerCapture = () => false;
}
