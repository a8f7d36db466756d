import { expect, it, vi } from 'vitest';
import { keepLoadedCode } from './keep-loaded-code';

const localUrl = (path: string) => `${location.origin}${path}`;

it('fetches from the HTTP cache the code that was requested before the call, and nothing else', () => {
  let report: (list: { getEntries: () => object[] }) => void = () => undefined;
  const observe = vi.fn();
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe = observe;
      constructor(callback: typeof report) {
        report = callback;
      }
    },
  );
  vi.spyOn(performance, 'now').mockReturnValue(1000);
  const fetchSpy = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  keepLoadedCode();
  expect(observe).toHaveBeenCalledExactlyOnceWith({ type: 'resource', buffered: true });
  const addressesBeforeTakeover = [
    localUrl('/assets/home-1.js'),
    localUrl('/api/characters'),
    localUrl('/portraits/ada.webp'),
    'https://elsewhere.example/assets/home-1.js',
  ];
  report({ getEntries: () => addressesBeforeTakeover.map((name) => ({ name, startTime: 10 })) });
  // home-1.css was still loading at the takeover. chat-1.js was requested after it.
  report({ getEntries: () => [{ name: localUrl('/assets/home-1.css'), startTime: 999 }] });
  report({ getEntries: () => [{ name: localUrl('/assets/chat-1.js'), startTime: 1001 }] });
  expect(fetchSpy.mock.calls).toEqual(
    ['/assets/home-1.js', '/assets/home-1.css'].map((path) => [
      localUrl(path),
      { cache: 'force-cache' },
    ]),
  );
});
