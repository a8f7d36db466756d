import { expect, it } from 'vitest';
import { linked } from './linked';

const links = (text: string) => linked(text).flatMap(({ to }) => to ?? []);

it('makes links of the addresses of this site, and keeps every word', () => {
  const text = 'Read /privacy-policy, then (/contact-us). Or /blog.';
  expect(links(text)).toEqual(['/privacy-policy', '/contact-us', '/blog']);
  expect(
    linked(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

it.each([
  'and/or',
  'https://example.org/blog',
  '//blog',
  '/blog/an-article',
  '/blogger',
  '/blog-roll',
  '/nowhere',
  './about',
  '',
])('leaves %j as it is', (text) => {
  expect(links(text)).toEqual([]);
  expect(
    linked(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

it('finds an address at either end', () => {
  expect(linked('/about')).toEqual([{ text: '/about', to: '/about' }]);
  expect(linked('to /about')).toEqual([{ text: 'to ' }, { text: '/about', to: '/about' }]);
});
