import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { expect, it } from 'vitest';
import { slimMarkdown } from './slim-markdown.ts';

/** The libraries for the test bundles. */
const packages = join(import.meta.dirname, '../node_modules');

const text = `# A title
A *line* with \`code\`, [a link](/about "its title") and ![a picture](/portraits/a.webp).

> A quote, <b>with HTML</b> and [a reference][1].

3. one
4. two

- a
- b

\`\`\`js
let a = 1;
\`\`\`

---

[1]: https://example.org/ "another"
`;

/** The renderer as a function to HTML, and the length of its script. */
async function renderer(plugins: Plugin[]) {
  const root = await mkdtemp(join(packages, '.slim-'));
  try {
    await writeFile(
      join(root, 'main.js'),
      `import { createElement } from 'react';
       import { renderToStaticMarkup } from 'react-dom/server';
       import Markdown from 'react-markdown';
       export const render = (text) => renderToStaticMarkup(createElement(Markdown, null, text));`,
    );
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins,
      build: {
        lib: { entry: join(root, 'main.js'), formats: ['es'], fileName: 'out' },
        rollupOptions: { external: /^react(-dom)?(\/|$)/ },
      },
    });
    const path = join(root, 'dist/out.js');
    const { render } = await import(path);
    return { html: render(text), script: await readFile(path, 'utf8') };
  } finally {
    await rm(root, { recursive: true });
  }
}

it('renders the same with less', async () => {
  const whole = await renderer([]);
  const slim = await renderer([slimMarkdown()]);
  expect(slim.html).toContain('<h1>A title</h1>');
  expect(slim.html).toBe(whole.html);
  for (const word of ['strikethroughPosition', 'unable to deserialize']) {
    expect(whole.script).toContain(word);
    expect(slim.script).not.toContain(word);
  }
  expect(whole.script.length - slim.script.length).toBeGreaterThan(10_000);
});
