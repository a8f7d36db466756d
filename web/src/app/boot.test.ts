import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';

const script = readFileSync('public/boot.js', 'utf8');
const request = vi.fn();

function boot(systemDark = false): void {
  request.mockResolvedValue(new Response('{}'));
  vi.stubGlobal('fetch', request);
  const media = vi.spyOn(window, 'matchMedia');
  media.mockReturnValue({ ...window.matchMedia(''), matches: systemDark });
  new Function(script)();
}

const shownTheme = () => document.documentElement.dataset['theme'];

afterEach(() => {
  vi.unstubAllGlobals();
  request.mockReset();
  delete window.__me;
});

describe('boot.js', () => {
  it.each([
    [null, false, 'light'],
    [null, true, 'dark'],
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['purple', true, 'dark'],
  ])('stored theme %s with a dark system %s shows %s', (stored, systemDark, theme) => {
    if (stored) localStorage.setItem('theme', stored);
    boot(systemDark);
    expect(shownTheme()).toBe(theme);
  });

  it('asks who is signed in, with the stored token', async () => {
    localStorage.setItem('token', 'abc');
    boot();
    expect(request).toHaveBeenCalledExactlyOnceWith('/api/auth/me', {
      credentials: 'include',
      headers: { Accept: 'application/json', Authorization: 'Bearer abc' },
    });
    await expect(window.__me).resolves.toBeInstanceOf(Response);
  });

  it('leaves null behind when nobody answers', async () => {
    boot();
    request.mockRejectedValue(new TypeError('offline'));
    new Function(script)();
    await expect(window.__me).resolves.toBeNull();
  });

  it('works without storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    boot(true);
    expect(shownTheme()).toBe('dark');
    expect(request).toHaveBeenCalledOnce();
  });
});
