import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { linked } from './linked';

const links = (text: string) => linked(text).flatMap(({ to }) => to ?? []);

it('makes links of the addresses of this site, named by their pages', () => {
  const text = 'Read the /privacy-policy, then (/contact-us). Or /blog.';
  expect(links(text)).toEqual(['/privacy-policy', '/contact-us', '/blog']);
  expect(
    linked(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe('Read the Privacy Policy, then (Contact Us). Or Blog.');
});

const seed = '../seed/content';
const files = ['pages', 'articles'].flatMap((folder) =>
  readdirSync(`${seed}/${folder}`).map((name) => `${seed}/${folder}/${name}`),
);

it.each(files)('leaves no address as a word in %s', (file) => {
  const text = readFileSync(file, 'utf8');
  const words = linked(text)
    .filter(({ to }) => to === undefined)
    .map((piece) => piece.text)
    .join(' ');
  expect(words).not.toMatch(/(?<=[\s(])\/[a-z]/);
  // An address stands for the title: the words before it do not repeat that.
  expect(text).not.toMatch(/[a-z] at \/(?!contact-us)[a-z]/);
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
  expect(linked('/about')).toEqual([{ text: 'About Us', to: '/about' }]);
  expect(linked('to /about')).toEqual([{ text: 'to ' }, { text: 'About Us', to: '/about' }]);
});
