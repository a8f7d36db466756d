import { expect, it } from 'vitest';

/**
 * The folders of the chat, each with the folders that it may import. A folder lists only folders of earlier
 * rows, so there is no import cycle. `texts` is the file texts.ts.
 */
const allowedImportsByFolder: Readonly<Record<string, readonly string[]>> = {
  state: ['texts'],
  store: ['state'],
  scroll: [],
  markdown: [],
  stream: ['texts', 'state', 'store'],
  browser: ['stream'],
  outside: ['state'],
  'message-tools': ['state', 'store', 'stream', 'browser'],
  log: ['texts', 'state', 'store', 'scroll', 'markdown', 'outside', 'message-tools'],
  composer: ['texts', 'state', 'store', 'browser'],
  meter: ['browser', 'log'],
  sidebar: ['texts'],
  details: ['meter'],
  year: ['browser'],
  search: [],
  talk: ['markdown'],
  conversation: [
    'texts',
    'state',
    'store',
    'stream',
    'browser',
    'log',
    'composer',
    'meter',
    'sidebar',
    'year',
    'talk',
  ],
  screen: [
    'texts',
    'markdown',
    'browser',
    'conversation',
    'sidebar',
    'details',
    'search',
    'talk',
    'year',
  ],
};

/** All that `state` imports from outside the chat: no React, storage or API calls. */
const allowedStateImports = [
  '#/shared/api/errors',
  '#/shared/api/types',
  '#/shared/lib/count-code-points',
];

/** Browser globals that only `browser` and components may use. */
const browserGlobalPattern =
  /\b(window|document|navigator|localStorage|BroadcastChannel|requestAnimationFrame|addEventListener)\b/;

const sources: Record<string, string> = import.meta.glob(['./*/*.{ts,tsx}', '!./**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const files = Object.entries(sources).map(([path, text]) => ({
  path,
  folder: path.split('/')[1] ?? '',
  imports: [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => name),
  code: text.replace(/\/\*\*[\s\S]*?\*\/|\/\/.*/g, ''),
}));
const productFiles = files.filter(({ folder }) => folder !== 'test');

it('has a row for every folder, and only files in folders', () => {
  expect(productFiles.length).toBeGreaterThan(50);
  expect([...new Set(productFiles.map(({ folder }) => folder))].sort()).toEqual(
    Object.keys(allowedImportsByFolder).sort(),
  );
});

it('lets a folder import only folders above it in the table', () => {
  const folderNames = ['texts'];
  for (const [folder, allowed] of Object.entries(allowedImportsByFolder)) {
    expect(folderNames, folder).toEqual(expect.arrayContaining([...allowed]));
    folderNames.push(folder);
  }
});

it('imports what the table allows', () => {
  const wrongImports = productFiles.flatMap(({ path, folder, imports }) =>
    imports
      .filter((name) => name.startsWith('../'))
      .map((name) => name.split('/')[1] ?? '')
      .filter((target) => !allowedImportsByFolder[folder]?.includes(target))
      .map((target) => `${path} imports ${target}`),
  );
  expect(wrongImports).toEqual([]);
});

it('uses every row of the table', () => {
  const unusedRows = Object.entries(allowedImportsByFolder).flatMap(([folder, allowed]) =>
    allowed
      .filter(
        (target) =>
          !productFiles.some(
            (file) =>
              file.folder === folder &&
              file.imports.some((name) => name.split('/')[1] === target && name.startsWith('../')),
          ),
      )
      .map((target) => `${folder} does not import ${target}`),
  );
  expect(unusedRows).toEqual([]);
});

it('keeps state free of React, storage and calls', () => {
  const impureImports = productFiles
    .filter(({ folder }) => folder === 'state')
    .flatMap(({ path, imports }) =>
      imports
        .filter((name) => !name.startsWith('.') && !allowedStateImports.includes(name))
        .map((name) => `${path} imports ${name}`),
    );
  expect(impureImports).toEqual([]);
});

it('leaves the browser out of state, store and stream', () => {
  const impurePaths = productFiles
    .filter(({ folder }) => ['state', 'store', 'stream'].includes(folder))
    .filter(({ path, code }) => browserGlobalPattern.test(code) || path.endsWith('.tsx'))
    .map(({ path }) => path);
  expect(impurePaths).toEqual([]);
});
