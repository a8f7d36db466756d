import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, it } from 'vitest';
import { slimRouter } from './slim-router.ts';

const routerPath = join(
  dirname(createRequire(import.meta.url).resolve('react-router/package.json')),
  'dist/development/index.mjs',
);

/** Builds a small app that uses the same parts of the router as the web app. Returns its script. */
async function bundleRouter(plugins: Plugin[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'slim-'));
  try {
    const usedExports = 'BrowserRouter, Routes, Route, useHref, useNavigate, useSearchParams';
    const quotedRouterPath = JSON.stringify(routerPath);
    await writeFile(
      join(root, 'main.js'),
      `import { ${usedExports} } from ${quotedRouterPath};\nconsole.log(${usedExports});\n`,
    );
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: {
        minify: false,
        rollupOptions: {
          input: join(root, 'main.js'),
          external: /^react/,
          output: { entryFileNames: 'out.js' },
        },
      },
    });
    return await readFile(join(root, 'dist/out.js'), 'utf8');
  } finally {
    await rm(root, { recursive: true });
  }
}

/** Strings of code that the app does not use. The slim bundle of the router must not contain these strings. */
const unusedStrings = ['multipart/form-data', 'ScrollRestoration', 'PrefetchPageLinks', 'NavLink'];

it('leaves out what nobody uses and keeps what somebody does', async () => {
  const wholeBundle = await bundleRouter([]);
  const slimBundle = await bundleRouter([slimRouter()]);
  for (const word of unusedStrings) {
    expect(wholeBundle).toContain(word);
    expect(slimBundle).not.toContain(word);
  }
  for (const word of ['function BrowserRouter', 'function useHref', 'popstate'])
    expect(slimBundle).toContain(word);
  expect(wholeBundle.length - slimBundle.length).toBeGreaterThan(20_000);
});

it('touches no other file', () => {
  const { transform } = slimRouter();
  if (typeof transform !== 'function') throw new Error('a function expected');
  const otherModule = 'var Link = React.forwardRef(() => null);\nLink.displayName = "Link";\n';
  expect(transform.call({} as never, otherModule, '/src/link.js')).toBeNull();
});
