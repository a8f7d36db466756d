import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  findForeignClasses,
  findRawValues,
  findUnusedClasses,
  type SourceFile,
} from './style-rules.ts';

const srcFolder = join(process.cwd(), 'src');
const srcFiles = readdirSync(srcFolder, { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
);
const readSource = (path: string): SourceFile => ({
  path,
  sourceText: readFileSync(join(srcFolder, path), 'utf8'),
});
const sheets = srcFiles.filter((path) => path.endsWith('.css')).map(readSource);
const components = srcFiles
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test\//.test(path))
  .map(readSource);

it('finds the sheets and components', () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(components.length).toBeGreaterThan(200);
});

it('has no spacing, type or breakpoint beside the tokens', () => {
  expect(sheets.flatMap(findRawValues)).toEqual([]);
});

it('has no class that two features style or that a feature takes from another', () => {
  expect(findForeignClasses(sheets, components)).toEqual([]);
});

it('has no class that no component uses', () => {
  expect(findUnusedClasses(sheets, components)).toEqual([]);
});

it.each([
  '.a { padding: 12px }',
  '.a { margin-inline: -0.5rem auto }',
  '.a { gap: calc(var(--s-1) + 3px) }',
  '.a { font-size: 13px }',
  '.a { font: 400 16px / var(--line) var(--font-ui) }',
  '.a { font: 400 var(--t-body) / 1.4 var(--font-ui) }',
  '.a { line-height: 1.2 }',
  '@media (max-width: 900px) { .a { gap: 0 } }',
  '@media (min-width: 1023px) { .a { gap: 0 } }',
])('refuses %s', (text) => {
  expect(findRawValues({ path: 'features/a/styles/a.css', sourceText: text })).toHaveLength(1);
});

it.each([
  '.a { padding: 0 1px var(--s-3) calc(-1 * var(--s-2)); width: 12px }',
  '.a { font: inherit; line-height: var(--lh-ui); font-size: 0.85em }',
  '@media (max-width: 1023px) and (pointer: coarse) { .a { gap: var(--s-1) } }',
])('allows %s', (text) => {
  expect(findRawValues({ path: 'features/a/styles/a.css', sourceText: text })).toEqual([]);
});

const makeSource = (path: string, text: string): SourceFile => ({ path, sourceText: text });

it('refuses the class of another feature, in a sheet and in a component', () => {
  const ownSheet = makeSource('features/a/styles/a.css', '.card { gap: 0 }');
  const sharedSheet = makeSource('styles/controls.css', '.btn { gap: 0 }');
  const otherSheet = makeSource('features/b/styles/b.css', '.list .card, .list .btn { gap: 0 }');
  expect(findForeignClasses([ownSheet, sharedSheet, otherSheet], [])).toEqual([
    'card: features/a, features/b',
  ]);
  const component = makeSource(
    'features/b/card.tsx',
    "const a = <p className={clsx('btn', on && 'card')} />;",
  );
  expect(findForeignClasses([ownSheet, sharedSheet], [component])).toEqual([
    'features/b/card.tsx: card',
  ]);
  expect(
    findForeignClasses([ownSheet, sharedSheet], [{ ...component, path: 'features/a/card.tsx' }]),
  ).toEqual([]);
});

it('refuses a class that no component uses', () => {
  const styles = makeSource('styles/controls.css', '.btn--lg, .chip, .gone { gap: 0 }');
  const component = makeSource(
    'shared/ui/a.tsx',
    "const a = <p className={clsx('btn--' + size, 'chip')} />;",
  );
  expect(findUnusedClasses([styles], [component])).toEqual(['styles/controls.css: gone']);
});
