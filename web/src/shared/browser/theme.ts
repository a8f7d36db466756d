import { useSyncExternalStore } from 'react';
import { readText, writeText } from './storage';

export type Theme = 'light' | 'dark';

const systemDark = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();

function chosenTheme(): Theme | null {
  const stored = readText('theme');
  return stored === 'light' || stored === 'dark' ? stored : null;
}

/** The user's choice, else the system's (visual direction: follow the system, remember an override). */
export function currentTheme(): Theme {
  return chosenTheme() ?? (matchMedia(systemDark).matches ? 'dark' : 'light');
}

/** The browser's own bar, as `--paper` of the theme; the same in public/boot.js. */
const barColours: Readonly<Record<Theme, string>> = { light: '#E8ECE8', dark: '#11161C' };

function applyTheme(): void {
  const theme = currentTheme();
  document.documentElement.dataset['theme'] = theme;
  // There is one for each system theme, and both must follow the user's choice.
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
    bar.setAttribute('content', barColours[theme]);
  }
  for (const listener of listeners) listener();
}

export function toggleTheme(): void {
  writeText('theme', currentTheme() === 'dark' ? 'light' : 'dark');
  applyTheme();
}

/** What the first listener has subscribed to; the last one ends it. */
let watching: AbortController | null = null;

function watchSystem(): AbortController {
  const ended = new AbortController();
  // Each call of matchMedia makes another object: the listener has to go from the one it was put on.
  const system = matchMedia(systemDark);
  system.addEventListener('change', applyTheme);
  ended.signal.addEventListener('abort', () => system.removeEventListener('change', applyTheme));
  window.addEventListener('storage', applyTheme, { signal: ended.signal });
  return ended;
}

function subscribe(listener: () => void): () => void {
  watching ??= watchSystem();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watching?.abort();
    watching = null;
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
