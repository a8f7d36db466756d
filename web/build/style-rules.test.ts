import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { foreignClasses, rawValues, type Source, unusedClasses } from './style-rules.ts';

const src = join(process.cwd(), 'src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((path) =>
  path.replaceAll('\\', '/'),
);
const read = (path: string): Source => ({ path, text: readFileSync(join(src, path), 'utf8') });
const sheets = files.filter((path) => path.endsWith('.css')).map(read);
const components = files
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/test\//.test(path))
  .map(read);

it('finds the sheets and components', () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(components.length).toBeGreaterThan(200);
});

it('has no spacing, type or breakpoint beside the tokens', () => {
  expect(sheets.flatMap(rawValues)).toEqual([]);
});

it('has no class that two features style or that a feature takes from another', () => {
  expect(foreignClasses(sheets, components)).toEqual([]);
});

it('has no class that no component uses', () => {
  expect(unusedClasses(sheets, components)).toEqual([]);
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
  expect(rawValues({ path: 'features/a/styles/a.css', text })).toHaveLength(1);
});

it.each([
  '.a { padding: 0 1px var(--s-3) calc(-1 * var(--s-2)); width: 12px }',
  '.a { font: inherit; line-height: var(--lh-ui); font-size: 0.85em }',
  '@media (max-width: 1023px) and (pointer: coarse) { .a { gap: var(--s-1) } }',
])('allows %s', (text) => {
  expect(rawValues({ path: 'features/a/styles/a.css', text })).toEqual([]);
});

const sheet = (path: string, text: string): Source => ({ path, text });

it('refuses the class of another feature, in a sheet and in a component', () => {
  const own = sheet('features/a/styles/a.css', '.card { gap: 0 }');
  const shared = sheet('styles/controls.css', '.btn { gap: 0 }');
  const other = sheet('features/b/styles/b.css', '.list .card, .list .btn { gap: 0 }');
  expect(foreignClasses([own, shared, other], [])).toEqual(['card: features/a, features/b']);
  const component = sheet(
    'features/b/card.tsx',
    "const a = <p className={clsx('btn', on && 'card')} />;",
  );
  expect(foreignClasses([own, shared], [component])).toEqual(['features/b/card.tsx: card']);
  expect(foreignClasses([own, shared], [{ ...component, path: 'features/a/card.tsx' }])).toEqual(
    [],
  );
});

it('refuses a class that no component uses', () => {
  const styles = sheet('styles/controls.css', '.btn--lg, .chip, .gone { gap: 0 }');
  const component = sheet(
    'shared/ui/a.tsx',
    "const a = <p className={clsx('btn--' + size, 'chip')} />;",
  );
  expect(unusedClasses([styles], [component])).toEqual(['styles/controls.css: gone']);
});
