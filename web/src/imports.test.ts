import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * For each part of the app, the parts that it may import. Every folder of `src` and `src/features` has a row.
 * All parts may import `shared`. A feature imports other features through their index only. But an index puts
 * all its exports into one chunk. So `app` and `pages` may import any module of a feature.
 */
const allowedPartsByPart: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  'features/auth': [],
  'features/account': [
    'features/auth',
    'features/character',
    'features/chat-deletion',
    'features/collections',
    'features/confirmation',
    'features/marks',
  ],
  'features/character': ['features/auth', 'features/payment'],
  'features/marks': ['features/auth'],
  'features/memory': [],
  'features/notices': [],
  'features/payment': ['features/auth'],
  'features/collections': ['features/auth', 'features/character'],
  'features/comments': ['features/auth', 'features/confirmation', 'features/marks'],
  'features/confirmation': ['features/auth'],
  'features/content': ['features/auth'],
  'features/catalogue': ['features/character'],
  'features/home': ['features/auth', 'features/character'],
  'features/chat': [
    'features/auth',
    'features/character',
    'features/chat-deletion',
    'features/memory',
    'features/notices',
    'features/payment',
    'features/voice',
  ],
  'features/chat-deletion': ['features/auth', 'features/character'],
  'features/profile': [
    'features/auth',
    'features/character',
    'features/comments',
    'features/marks',
  ],
  'features/talks': [],
  'features/voice': ['features/auth'],
  pages: ['features/*'],
  app: ['features/*', 'pages'],
  pwa: [],
  main: ['app', 'pwa'],
};

/** Packages with a wrapper in `shared`. Only the listed files and tests may import them. */
const allowedImportersByPackage: Readonly<Record<string, readonly string[]>> = {
  'react-hot-toast': [],
  'react-hot-toast/headless': ['shared/ui/toast.ts', 'shared/ui/toaster.tsx'],
};

interface Import {
  from: string;
  /** Path below `src`, or the name of a package. */
  to: string;
}

/**
 * Returns the part of a path below `src`: 'features/chat' for 'features/chat/index.ts', 'shared' for
 * 'shared/lib/paths.ts', 'main' for 'main.tsx'.
 */
function appPartOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  return first === 'features' ? `${first}/${second}` : first.replace(/\.tsx?$/, '');
}

function importsOf(from: string, source: string): Import[] {
  const names = source.matchAll(/(?:\bfrom|\bimport\(?|\bmock\()\s*['"]([^'"]+)['"]/g);
  return [...names].map(([, name = '']) => {
    if (name.startsWith('#/')) return { from, to: name.slice(2) };
    if (name.startsWith('.')) return { from, to: normalize(join(dirname(from), name)) };
    return { from, to: name };
  });
}

const isTest = (path: string) => /\.test\.tsx?$|\/test\//.test(path);

/** Returns why an import is refused; null if it is allowed. */
function refusalReason({ from, to }: Import, parts: readonly string[]): string | null {
  const allowedImporters = allowedImportersByPackage[to];
  if (allowedImporters)
    return allowedImporters.includes(from) || isTest(from) ? null : `${from} imports ${to}`;
  const [ownPart, otherPart] = [appPartOf(from), appPartOf(to)];
  if (ownPart === otherPart || otherPart === 'shared' || !parts.includes(otherPart)) return null;
  const row = allowedPartsByPart[ownPart] ?? [];
  const isAllowed =
    row.includes(otherPart) || (row.includes('features/*') && otherPart.startsWith('features/'));
  if (!isAllowed) return `${from}: ${ownPart} may not import ${otherPart}`;
  const bypassesIndex = ownPart.startsWith('features/') && to !== otherPart;
  return bypassesIndex ? `${from} imports ${to} past the index of ${otherPart}` : null;
}

const srcFolder = import.meta.dirname;
const sourceFiles = readdirSync(srcFolder, { recursive: true, encoding: 'utf8' }).filter(
  (path) => /\.tsx?$/.test(path) && path !== 'imports.test.ts',
);
const parts = [...new Set(sourceFiles.map(appPartOf))];

it('has a row for every existing part and for no other', () => {
  expect(Object.keys(allowedPartsByPart).toSorted()).toEqual(parts.toSorted());
});

it('has only the imports of its table', () => {
  const foundImports = sourceFiles.flatMap((path) =>
    importsOf(path, readFileSync(join(srcFolder, path), 'utf8')),
  );
  expect(foundImports.length).toBeGreaterThan(1000);
  expect(
    foundImports.map((one) => refusalReason(one, parts)).filter((text) => text !== null),
  ).toEqual([]);
});

it('has no row that allows an import which is not made', () => {
  const found = sourceFiles.flatMap((path) =>
    importsOf(path, readFileSync(join(srcFolder, path), 'utf8')),
  );
  const madeImports = new Set(found.map(({ from, to }) => `${appPartOf(from)} > ${appPartOf(to)}`));
  const unusedRows = Object.entries(allowedPartsByPart).flatMap(([part, row]) =>
    row.filter((other) => other !== 'features/*' && !madeImports.has(`${part} > ${other}`)),
  );
  expect(unusedRows).toEqual([]);
});

describe('the check', () => {
  const refusals = (from: string, source: string) =>
    importsOf(from, source).flatMap((one) => refusalReason(one, parts) ?? []);
  it.each([
    ['features/auth/index.ts', "import { x } from '#/features/chat';"],
    ['features/chat/index.ts', "export { x } from '#/features/auth/texts';"],
    ['features/chat/index.ts', "export { x } from '../auth';\nimport '../profile';"],
    ['features/home/index.ts', "const x = import('#/pages/chat');"],
    ['shared/lib/x.ts', "import type { X } from '#/features/auth';"],
    ['pages/home.tsx', "import { App } from '#/app/app';"],
    ['shared/lib/x.ts', "import { toast } from 'react-hot-toast/headless';"],
    ['features/home/index.ts', "import toast from 'react-hot-toast';"],
  ])('refuses, in %s, %s', (from, source) => {
    expect(refusals(from, source)).toHaveLength(1);
  });

  it.each([
    ['features/chat/index.ts', "import { x } from '#/features/auth';"],
    ['features/chat/api/x.ts', "import { x } from '../texts';\nimport y from 'react';"],
    ['pages/chat.tsx', "import { x } from '#/features/chat/components/x';"],
    ['app/x.tsx', "import { x } from '#/pages/home';"],
  ])('allows, in %s, %s', (from, source) => {
    expect(refusals(from, source)).toEqual([]);
  });
});
