import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { splitAtPaths } from './split-at-paths';

const linkTargets = (text: string) => splitAtPaths(text).flatMap(({ to }) => to ?? []);

it('turns paths of this site into links with the titles of their pages', () => {
  const text = 'Read the /privacy-policy, then (/contact-us). Or /blog.';
  expect(linkTargets(text)).toEqual(['/privacy-policy', '/contact-us', '/blog']);
  expect(
    splitAtPaths(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe('Read the Privacy Policy, then (Contact Us). Or Blog.');
});

const seedFolder = '../seed/content';
const seedFiles = ['pages', 'articles'].flatMap((folder) =>
  readdirSync(`${seedFolder}/${folder}`).map((name) => `${seedFolder}/${folder}/${name}`),
);

it.each(seedFiles)('finds every path in %s', (file) => {
  const text = readFileSync(file, 'utf8');
  const words = splitAtPaths(text)
    .filter(({ to }) => to === undefined)
    .map((piece) => piece.text)
    .join(' ');
  expect(words).not.toMatch(/(?<=[\s(])\/[a-z]/);
  // A link shows its page's title, so 'the Refund Policy at /refund-policy' would show the
  // title twice. 'the form at /contact-us' is fine: those words are not the title.
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
  expect(linkTargets(text)).toEqual([]);
  expect(
    splitAtPaths(text)
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text);
});

it('finds a path at either end of the text', () => {
  expect(splitAtPaths('/about')).toEqual([{ text: 'About Us', to: '/about' }]);
  expect(splitAtPaths('to /about')).toEqual([{ text: 'to ' }, { text: 'About Us', to: '/about' }]);
});
