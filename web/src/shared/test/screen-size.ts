import { act } from '@testing-library/react';
import { vi } from 'vitest';

const listeners = new Set<() => void>();

/** Switches between the desktop and the phone layout. Mounted components are notified. */
export function setDesktop(matches: boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === '(min-width: 1024px)' && matches,
    media: query,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  act(() => {
    for (const listener of [...listeners]) listener();
  });
}
