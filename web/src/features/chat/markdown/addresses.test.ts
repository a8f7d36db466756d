import { expect, it } from 'vitest';
import { externalAddress, ownSitePath } from './addresses';

it.each([
  '',
  'blog',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/api',
  '/API/auth/google',
  '/blog/../api/auth/google',
  `${location.origin}/blog`,
])('%j is no page of this site', (href) => {
  expect(ownSitePath(href)).toBeNull();
});

it('keeps query and fragment of a page', () => {
  expect(ownSitePath('/tags/?tagName=a b#x')).toBe('/tags/?tagName=a%20b#x');
});

it.each([
  ['https://evil.example', 'https://evil.example/'],
  ['https://colloquy.example@evil.example/', 'https://colloquy.example@evil.example/'],
  ['mailto:ada@example.org', 'ada@example.org'],
  ['javascript:alert(1)', null],
  ['https://', null],
])('reads %s as %s', (href, address) => {
  expect(externalAddress(href)).toBe(address);
});
