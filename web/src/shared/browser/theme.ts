import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { readText, writeText } from './storage';

export type Theme = 'light' | 'dark';

const systemDarkQuery = '(prefers-color-scheme: dark)';

function chosenTheme(): Theme | null {
  const storedTheme = readText('theme');
  return storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : null;
}

/** The user's choice, else the system's theme (rule look-theme). */
function currentTheme(): Theme {
  return chosenTheme() ?? (matchMedia(systemDarkQuery).matches ? 'dark' : 'light');
}

const themeStore = createStore<{ theme: Theme }>()(() => ({ theme: currentTheme() }));

/**
 * Colours of the browser's own bar: `--paper` of each theme. public/boot.js contains the same
 * colours.
 */
const barColours: Readonly<Record<Theme, string>> = { light: '#E8ECE8', dark: '#11161C' };

function applyTheme(): void {
  const theme = currentTheme();
  document.documentElement.dataset['theme'] = theme;
  // The page has one meta element for each system theme; both get the chosen theme's colour.
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
    bar.setAttribute('content', barColours[theme]);
  }
  themeStore.setState({ theme });
}

export function toggleTheme(): void {
  writeText('theme', currentTheme() === 'dark' ? 'light' : 'dark');
  applyTheme();
}

/** Follows the system's theme and the choice made in other tabs. */
function watchTheme(): () => void {
  // Each call of matchMedia returns another object: keep this one to remove the listener from it.
  const systemDarkMedia = matchMedia(systemDarkQuery);
  systemDarkMedia.addEventListener('change', applyTheme);
  window.addEventListener('storage', applyTheme);
  themeStore.setState({ theme: currentTheme() });
  return () => {
    systemDarkMedia.removeEventListener('change', applyTheme);
    window.removeEventListener('storage', applyTheme);
  };
}

export function useTheme(): Theme {
  useEffect(watchTheme, []);
  return useStore(themeStore, ({ theme }) => theme);
}
