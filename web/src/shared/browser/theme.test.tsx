import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ThemeToggle } from '#/shared/ui/theme-toggle';

const changeListeners = new Set<() => void>();

function setSystemDark(dark: boolean): void {
  vi.stubGlobal('matchMedia', () => ({
    matches: dark,
    addEventListener: (_: string, listener: () => void) => changeListeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => changeListeners.delete(listener),
  }));
}

afterEach(() => {
  changeListeners.clear();
  setSystemDark(false);
});

const shownTheme = () => document.documentElement.dataset['theme'];

describe('theme', () => {
  // rule look-theme
  it('follows the system until the user chooses, then remembers the choice', async () => {
    setSystemDark(true);
    render(<ThemeToggle />);
    await userEvent.click(screen.getByRole('button', { name: 'Use light theme' }));
    expect(shownTheme()).toBe('light');
    expect(localStorage.getItem('theme')).toBe('light');
    await userEvent.click(screen.getByRole('button', { name: 'Use dark theme' }));
    expect(shownTheme()).toBe('dark');
  });

  it('changes with the system while nothing is chosen', () => {
    setSystemDark(false);
    render(<ThemeToggle />);
    expect(screen.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    act(() => {
      for (const change of changeListeners) change();
    });
    expect(shownTheme()).toBe('dark');
    expect(screen.getByRole('button', { name: 'Use light theme' })).toBeVisible();
  });

  it('removes its listeners', () => {
    vi.stubGlobal('matchMedia', () => {
      const ownListeners = new Set<() => void>();
      return {
        matches: false,
        addEventListener: (_: string, listener: () => void) => {
          ownListeners.add(listener);
          changeListeners.add(listener);
        },
        removeEventListener: (_: string, listener: () => void) => {
          if (ownListeners.delete(listener)) changeListeners.delete(listener);
        },
      };
    });
    for (let times = 0; times < 3; times += 1) render(<ThemeToggle />).unmount();
    expect(changeListeners.size).toBe(0);
  });

  it('changes the colour of the browser’s bar', async () => {
    setSystemDark(false);
    document.head.innerHTML =
      '<meta name="theme-color" content="#E8ECE8" media="(prefers-color-scheme: light)">' +
      '<meta name="theme-color" content="#11161C" media="(prefers-color-scheme: dark)">';
    const barColours = () =>
      [...document.querySelectorAll('meta[name="theme-color"]')].map((bar) =>
        bar.getAttribute('content'),
      );
    render(<ThemeToggle />);
    await userEvent.click(screen.getByRole('button', { name: 'Use dark theme' }));
    expect(barColours()).toEqual(['#11161C', '#11161C']);
    await userEvent.click(screen.getByRole('button', { name: 'Use light theme' }));
    expect(barColours()).toEqual(['#E8ECE8', '#E8ECE8']);
    document.head.innerHTML = '';
  });

  it('ignores a malformed stored value', () => {
    setSystemDark(false);
    localStorage.setItem('theme', 'purple');
    render(<ThemeToggle />);
    expect(screen.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
  });
});
