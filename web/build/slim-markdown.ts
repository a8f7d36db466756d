import type { Plugin } from 'vite';

/** Modules of the Markdown renderer, and what the bundle has in place of each. */
const slimmer: [RegExp, string][] = [
  // Names of SVG's attributes: no Markdown makes an SVG.
  [
    /[\\/]property-information[\\/]lib[\\/]svg\.js$/,
    'export const svg = { property: {}, normal: {} };',
  ],
  // A copy of what every browser that reads our scripts does by itself.
  [
    /[\\/]@ungap[\\/]structured-clone[\\/]esm[\\/]index\.js$/,
    'export default (value) => structuredClone(value);',
  ],
];

/** Leaves out of the bundle what the Markdown renderer brings along and never comes to. */
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
