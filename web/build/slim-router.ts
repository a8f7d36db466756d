import type { Plugin } from 'vite';

const entry = /[\\/]react-router[\\/]dist[\\/][^/\\]+[\\/]chunk-[^/\\]+\.mjs$/;

/** What keeps a component in the bundle that nobody uses: a call and a name that might have effects. */
const call = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext|memo)\()/gm;
const name = /^\w+\.displayName = "\w+";$/gm;
const warnings = /^var ENABLE_DEV_WARNINGS = true;$/m;

/**
 * Leaves out of the bundle what of the router nobody uses: its forms and the prefetching of its
 * framework mode, which it ships in one file with the rest, without marking them as free of effects.
 */
export function slimRouter(): Plugin {
  return {
    name: 'colloquy-slim-router',
    apply: 'build',
    transform(code, id) {
      if (!entry.test(id)) return null;
      const slim = code
        .replace(call, '$1/* @__PURE__ */ $2')
        .replace(name, (line) => ' '.repeat(line.length))
        .replace(warnings, 'var ENABLE_DEV_WARNINGS = false;');
      // Lines stay where they were, so the map of the original still fits.
      return { code: slim, map: null };
    },
  };
}
