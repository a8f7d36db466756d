import { expect, it, vi } from 'vitest';
import { keepLoadedCode } from './keep-loaded-code';

it('fetches the loaded code from the HTTP cache, and nothing else', () => {
  const loaded = [
    `${location.origin}/assets/home-1.js`,
    `${location.origin}/assets/home-1.css`,
    `${location.origin}/api/characters`,
    `${location.origin}/portraits/ada.webp`,
    'https://elsewhere.example/assets/home-1.js',
  ];
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(
    loaded.map((name) => ({ name }) as PerformanceEntry),
  );
  const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  keepLoadedCode();
  expect(fetched.mock.calls).toEqual(
    loaded.slice(0, 2).map((name) => [name, { cache: 'force-cache' }]),
  );
});
