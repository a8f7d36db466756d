import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const workerFile = 'sw.js';
/** The identifier in the worker that the build replaces. */
const buildPlaceholder = '__BUILD__';
const latinFontFile = /-latin-normal-[^/]*\.woff2$/;
const addressInPage = /(?:src|href)="(\/[^"]+)"/g;

interface Options {
  /** Folder of the worker's sources, relative to the root. */
  sourceFolder: string;
  /** Paths of pictures outside the build, at the top of the home page. */
  posters: string[];
}

function bundledText(part: Rolldown.OutputAsset | Rolldown.OutputChunk | undefined): string {
  if (part === undefined) return '';
  const body = part.type === 'chunk' ? part.code : part.source;
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

/** Returns the paths of the shell: the page, the files that index.html names, and the Latin fonts. */
function shellOf(page: string, bundle: Rolldown.OutputBundle): string[] {
  const pathsInPage = [...page.matchAll(addressInPage)].map(([, path]) => path ?? '');
  const fonts = Object.keys(bundle)
    .filter((name) => latinFontFile.test(name))
    .map((name) => `/${name}`);
  return [...new Set(['/', ...pathsInPage, ...fonts])];
}

/**
 * Returns a plugin that builds the offline worker as /sw.js and writes the list of shell files into it. The
 * shell has no chunks that load later. The worker caches those when the page requests them.
 */
export function offlineWorker({ sourceFolder, posters }: Options): Plugin {
  let root = '.';
  return {
    name: 'colloquy-offline-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      this.emitFile({
        type: 'chunk',
        id: resolve(root, sourceFolder, 'main.ts'),
        fileName: workerFile,
      });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[workerFile];
        const page = bundledText(bundle['index.html']);
        const entry = /<script type="module"[^>]* src="([^"]+)"/.exec(page)?.[1];
        if (worker?.type !== 'chunk' || entry === undefined) {
          return this.error('the build has no page with a script, or no worker');
        }
        const shell = shellOf(page, bundle);
        // Names below assets/ contain a hash of the content, so hashing the page and the names is enough.
        const version = createHash('sha256').update(page).update(shell.join()).digest('hex');
        const buildFacts = { entry, version: version.slice(0, 12), shell, posters };
        if (worker.code.split(buildPlaceholder).length !== 2) {
          return this.error(`the worker must name ${buildPlaceholder} once`);
        }
        worker.code = worker.code.replace(buildPlaceholder, () => JSON.stringify(buildFacts));
      },
    },
  };
}
