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

function applyTheme(): void {
  document.documentElement.dataset['theme'] = currentTheme();
  for (const listener of listeners) listener();
}

export function toggleTheme(): void {
  writeText('theme', currentTheme() === 'dark' ? 'light' : 'dark');
  applyTheme();
}

function subscribe(listener: () => void): () => void {
  const system = matchMedia(systemDark);
  if (listeners.size === 0) {
    system.addEventListener('change', applyTheme);
    window.addEventListener('storage', applyTheme);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    system.removeEventListener('change', applyTheme);
    window.removeEventListener('storage', applyTheme);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme);
}
