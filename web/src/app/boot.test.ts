import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';

const bootScript = readFileSync('public/boot.js', 'utf8');
const fetchMock = vi.fn();

function runBootScript(systemDark = false): void {
  fetchMock.mockResolvedValue(new Response('{}'));
  vi.stubGlobal('fetch', fetchMock);
  const matchMediaSpy = vi.spyOn(window, 'matchMedia');
  matchMediaSpy.mockReturnValue({ ...window.matchMedia(''), matches: systemDark });
  new Function(bootScript)();
}

const shownTheme = () => document.documentElement.dataset['theme'];

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  delete window.__early;
  document.head.replaceChildren();
});

function addFirstCalls(...calls: string[]): void {
  addMetaCalls('first-calls', calls);
}

function addMetaCalls(metaName: string, calls: string[]): void {
  const meta = document.createElement('meta');
  meta.name = metaName;
  meta.content = calls.join(' ');
  document.head.append(meta);
}

const requestedPaths = () => fetchMock.mock.calls.map(([path]) => path);

describe('boot.js', () => {
  it.each([
    [null, false, 'light'],
    [null, true, 'dark'],
    ['light', true, 'light'],
    ['dark', false, 'dark'],
    ['purple', true, 'dark'],
  ])('stored theme %s with a dark system %s shows %s', (stored, systemDark, theme) => {
    if (stored) localStorage.setItem('theme', stored);
    runBootScript(systemDark);
    expect(shownTheme()).toBe(theme);
  });

  it.each([
    ['light', true, '#E8ECE8'],
    ['dark', false, '#11161C'],
  ])('gives the browser’s bar the colour of the %s theme', (stored, systemDark, colour) => {
    document.head.innerHTML =
      '<meta name="theme-color" content="#000000" media="(prefers-color-scheme: light)">' +
      '<meta name="theme-color" content="#000000" media="(prefers-color-scheme: dark)">';
    localStorage.setItem('theme', stored);
    runBootScript(systemDark);
    const themeColorTags = [
      ...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'),
    ];
    expect(themeColorTags.map(({ content }) => content)).toEqual([colour, colour]);
  });

  it('asks who is signed in, with the stored token', async () => {
    localStorage.setItem('token', 'abc');
    runBootScript();
    expect(fetchMock).toHaveBeenCalledExactlyOnceWith('/api/auth/me', {
      credentials: 'include',
      headers: { Accept: 'application/json', Authorization: 'Bearer abc' },
    });
    await expect(window.__early?.[0]?.answer).resolves.toBeInstanceOf(Response);
  });

  it.each([
    ['signed_in=1', ['/api/auth/me']],
    ['signed_in=10', []],
    ['not_signed_in=1', []],
  ])('asks only a browser that holds a session, as %s says', (cookie, calls) => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue(`theme=x; ${cookie}; last=y`);
    runBootScript();
    expect(requestedPaths()).toEqual(calls);
  });

  it('makes the calls that the page names, with the stored token', () => {
    localStorage.setItem('token', 'abc');
    addFirstCalls('/api/one?a=b', '/api/two');
    runBootScript();
    expect(requestedPaths()).toEqual(['/api/one?a=b', '/api/two', '/api/auth/me']);
    expect(fetchMock.mock.calls[0]?.[1].headers.Authorization).toBe('Bearer abc');
    expect(window.__early?.map(({ path }) => path)).toEqual(requestedPaths());
  });

  it('makes the calls for users only with credentials', () => {
    addFirstCalls('/api/one');
    addMetaCalls('user-calls', ['/api/mine?a=b']);
    runBootScript();
    expect(requestedPaths()).toEqual(['/api/one']);
    fetchMock.mockClear();
    localStorage.setItem('token', 'abc');
    runBootScript();
    expect(requestedPaths()).toEqual(['/api/one', '/api/auth/me', '/api/mine?a=b']);
  });

  it('leaves null behind when nobody answers', async () => {
    addFirstCalls('/api/one');
    runBootScript();
    fetchMock.mockRejectedValue(new TypeError('offline'));
    new Function(bootScript)();
    await expect(window.__early?.[0]?.answer).resolves.toBeNull();
  });

  it('works without storage', () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    runBootScript(true);
    expect(shownTheme()).toBe('dark');
    expect(fetchMock).not.toHaveBeenCalled();
  });
});
