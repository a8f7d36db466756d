import type { Plugin } from 'vite';

/** Modules of the Markdown renderer and their replacements in the bundle. */
const slimmer: [RegExp, string][] = [
  // Names of SVG attributes: Markdown makes no SVG.
  [
    /[\\/]property-information[\\/]lib[\\/]svg\.js$/,
    'export const svg = { property: {}, normal: {} };',
  ],
  // A polyfill that no supported browser needs.
  [
    /[\\/]@ungap[\\/]structured-clone[\\/]esm[\\/]index\.js$/,
    'export default (value) => structuredClone(value);',
  ],
];

/** Removes code of the Markdown renderer that the app never runs from the bundle. */
export function slimMarkdown(): Plugin {
  return {
    name: 'colloquy-slim-markdown',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      return slimmer.find(([module]) => module.test(id))?.[1] ?? null;
    },
  };
}
