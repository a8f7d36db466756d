import { expect, it } from 'vitest';
import { type AnswerKind, answerKindFor } from './rules.ts';

const origin = 'https://colloquy.test';

function answerKind(
  path: string,
  request: { method?: string; mode?: string; wantsRange?: boolean } = {},
) {
  const { method = 'GET', mode = 'no-cors', wantsRange = false } = request;
  return answerKindFor({ method, mode, wantsRange, url: new URL(path, origin) }, origin, [
    '/',
    '/boot.js',
  ]);
}

it.each<[string, AnswerKind]>([
  ['/', 'page'],
  ['/characters?categories=Muse', 'page'],
  ['/profile/ada-lovelace', 'page'],
  ['/no/such/page', 'page'],
  ['/apiary', 'page'],
  ['/api', 'network'],
  ['/api/docs', 'network'],
  ['/portraits/hero.webm', 'network'],
  ['/portraits/ada-plate.webp', 'network'],
  ['/share/ada-lovelace', 'network'],
  ['/dev/mail', 'network'],
  ['/sitemap.xml', 'network'],
  ['/robots.txt', 'network'],
  ['/feed.xml', 'network'],
  ['/sw.js', 'network'],
])('opens %s from: %s', (path, wanted) => {
  expect(answerKind(path, { mode: 'navigate' })).toBe(wanted);
});

it.each<[string, AnswerKind]>([
  ['/assets/index-1a2b.js', 'asset'],
  ['/assets/imbue-latin.woff2', 'asset'],
  ['/boot.js', 'file'],
  ['/robots.txt', 'network'],
  ['/', 'network'],
  ['/portraits/ada-plate.webp', 'picture'],
  ['/portraits/hero.mp4', 'network'],
  ['/api/auth/me', 'network'],
  ['/api/characters/ada/portrait.webp', 'network'],
  ['https://elsewhere.test/assets/a.js', 'network'],
])('takes %s from: %s', (path, wanted) => {
  expect(answerKind(path)).toBe(wanted);
});

it('leaves writes and range requests to the browser', () => {
  expect(answerKind('/', { mode: 'navigate', method: 'POST' })).toBe('network');
  expect(answerKind('/assets/film.webm', { wantsRange: true })).toBe('network');
});

// rule media-not-kept
it.each([
  '/media',
  '/media/user_profile/0123456789abcdef.jpg',
  '/media/user_profile/0123456789abcdef.png?v=2',
  '/media/export/0123456789abcdef.zip?expires=1&signature=a',
])('leaves %s to the network', (path) => {
  expect(answerKind(path)).toBe('network');
  expect(answerKind(path, { mode: 'navigate' })).toBe('network');
});
