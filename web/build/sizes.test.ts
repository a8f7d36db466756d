import { expect, it } from 'vitest';
import { budgetRows, checkRows, collectImports, type Manifest } from './sizes.js';

const manifest: Manifest = {
  'index.html': { file: 'index.js', isEntry: true, imports: ['_vendor.js'], css: ['index.css'] },
  '_vendor.js': { file: 'vendor.js', imports: ['index.html'] },
  '_shared.js': { file: 'shared.js', imports: ['_vendor.js'] },
  'src/pages/a.tsx': {
    file: 'a.js',
    isDynamicEntry: true,
    imports: ['index.html', '_shared.js'],
    css: ['a.css'],
  },
  'src/b.tsx': { file: 'b.js', isDynamicEntry: true, imports: ['src/pages/a.tsx', '_shared.js'] },
};

const limits = {
  firstScripts: 100,
  firstStyles: 20,
  firstFonts: 0,
  lazy: { 'src/pages/a.tsx': { limit: 50 }, 'src/b.tsx': { limit: 5, after: 'src/pages/a.tsx' } },
  groups: { both: { limit: 40, modules: ['src/pages/a.tsx', 'src/b.tsx'] } },
};

const sizeOfEachFile = () => ({ gzip: 10, br: 8 });

it('counts the files that a module adds to those loaded before it', () => {
  expect(budgetRows(manifest, limits).map(({ name, files }) => [name, files])).toEqual([
    ['first scripts', ['index.js', 'vendor.js']],
    ['first styles', ['index.css']],
    ['src/pages/a.tsx', ['a.js', 'shared.js']],
    ['src/b.tsx', ['b.js']],
    ['both', ['a.js', 'shared.js', 'b.js']],
    ['first styles of src/pages/a.tsx', ['index.css', 'a.css']],
  ]);
});

it('refuses a lazy module without a budget', () => {
  const renamedManifest = {
    ...manifest,
    'src/pages/c.tsx': { file: 'c.js', isDynamicEntry: true },
  };
  expect(() => budgetRows(renamedManifest, limits)).toThrow(
    'no budget in build/sizes.js for src/pages/c.tsx',
  );
});

it('refuses a budget whose module is not in the build', () => {
  const { 'src/b.tsx': _, ...rest } = manifest;
  expect(() => budgetRows(rest, limits)).toThrow('the build has no src/b.tsx');
  expect(() => collectImports({ a: { file: 'a.js', imports: ['gone'] } }, 'a')).toThrow(
    'has no gone',
  );
});

it('fails for a row above its budget or without files', () => {
  const rows = budgetRows(manifest, limits);
  const report = checkRows(rows, sizeOfEachFile);
  expect(report.ok).toBe(false);
  expect(report.lines.map((line) => line.slice(0, 4))).toEqual([
    'ok  ',
    'ok  ',
    'ok  ',
    'FAIL',
    'ok  ',
    'ok  ',
  ]);
  expect(checkRows(rows.slice(0, 3), sizeOfEachFile).ok).toBe(true);
  expect(checkRows([{ name: 'a', files: [], limit: 1 }], sizeOfEachFile).ok).toBe(false);
});
