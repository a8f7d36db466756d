import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { offlineWorker } from './offline-worker.ts';

let appFolder = '';

const appFiles = {
  'index.html':
    '<!doctype html><link rel="icon" href="/icon.svg"><script src="/boot.js"></script>' +
    '<script type="module" src="/main.js"></script>',
  'public/boot.js': '0;',
  'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'main.js': "import './page.css'; import('./later.js').then((m) => m.later());",
  'later.js': "export const later = () => console.log('later');",
  'page.css':
    '@font-face { font-family: a; src: url("./a-latin-normal.woff2") }' +
    '@font-face { font-family: b; src: url("./a-latin-ext-wght-normal.woff2") }',
  'a-latin-normal.woff2': 'font',
  'a-latin-ext-wght-normal.woff2': 'font of few',
  'worker/main.ts':
    "const build: object = __BUILD__; self.addEventListener('install', () => console.log(build));",
};

async function writeAppFile(name: string, text: string) {
  await mkdir(join(appFolder, name, '..'), { recursive: true });
  await writeFile(join(appFolder, name), text);
}

async function buildApp() {
  await build({
    root: appFolder,
    configFile: false,
    logLevel: 'silent',
    build: { assetsInlineLimit: 0, modulePreload: { polyfill: false } },
    plugins: [offlineWorker({ sourceFolder: 'worker', posters: ['/portraits/hero.webp'] })],
  });
  const worker = await readFile(join(appFolder, 'dist/sw.js'), 'utf8');
  const injectedJson = /\{entry:.*?\]\}|\{"entry".*?\]\}/.exec(worker)?.[0] ?? '';
  return {
    worker,
    injected: JSON.parse(injectedJson),
    assets: await readdir(join(appFolder, 'dist/assets')),
  };
}

beforeEach(async () => {
  appFolder = await mkdtemp(join(tmpdir(), 'worker-'));
  for (const [name, text] of Object.entries(appFiles)) await writeAppFile(name, text);
});
afterEach(() => rm(appFolder, { recursive: true }));

it('lists the files of the first screen only', async () => {
  const { worker, injected, assets } = await buildApp();
  const findAssetPath = (nameStart: string, nameEnd: string) =>
    `/assets/${assets.find((name) => name.startsWith(nameStart) && name.endsWith(nameEnd))}`;
  expect(injected.entry).toBe(findAssetPath('index-', '.js'));
  expect(injected.shell.sort()).toEqual(
    [
      '/',
      '/boot.js',
      '/icon.svg',
      findAssetPath('index-', '.js'),
      findAssetPath('index-', '.css'),
      findAssetPath('a-latin-normal', '.woff2'),
    ].sort(),
  );
  expect(injected.posters).toEqual(['/portraits/hero.webp']);
  expect(worker).not.toMatch(/__BUILD__|\bimport\b|\bexport\b/);
});

it('changes the version with the build, and only then', async () => {
  const firstBuild = await buildApp();
  expect((await buildApp()).worker).toBe(firstBuild.worker);
  await writeAppFile('later.js', "export const later = () => console.log('otherwise');");
  expect((await buildApp()).injected.version).not.toBe(firstBuild.injected.version);
});

it('fails without index.html', async () => {
  await writeAppFile('index.html', '<!doctype html>');
  await expect(buildApp()).rejects.toThrow('no page with a script');
});
