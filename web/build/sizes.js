// @ts-check
// Compares the sizes of the build with their budgets: `npm run size` after `npm run build`.
// It measures the compressed files that the server sends. Budgets are for `.gz`; `.br` is reported too.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @typedef {{ file: string, isEntry?: boolean, isDynamicEntry?: boolean, imports?: string[], css?: string[] }} ManifestEntry */
/** @typedef {Readonly<Record<string, ManifestEntry>>} Manifest */
/** @typedef {{ name: string, files: string[], limit: number }} Row */
/** @typedef {(file: string) => { gzip: number, br: number }} Measure */

/** Vite's name for the page that starts the app. */
const appEntry = 'index.html';

/**
 * Budgets in bytes of gzip. Every lazy module of the build needs a row in `lazy`. It limits the scripts that
 * the module adds to the first load or, with `after`, to the first load and the module `after`. `firstStyles`
 * limits the styles of the first load alone, and the styles of the first load and any one lazy page. `groups`
 * limits the scripts that several lazy modules add together.
 */
export const budgets = {
  firstScripts: 115_000,
  firstStyles: 15_000,
  /** Bytes of the font files as they are: woff2 is compressed already. */
  firstFonts: 80_000,
  /** @type {Readonly<Record<string, { limit: number, after?: string }>>} */
  lazy: {
    'src/pages/chat.tsx': { limit: 60_000 },
    'src/features/chat/conversation/locked-page.tsx': {
      limit: 15_000,
      after: 'src/pages/chat.tsx',
    },
    'src/features/chat/details/details-panel.tsx': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/chat/log/scroll-to-message.ts': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/chat/message-tools/message-tools.tsx': {
      limit: 15_000,
      after: 'src/pages/chat.tsx',
    },
    'src/features/chat/message-tools/message-dialog.tsx': {
      limit: 15_000,
      after: 'src/features/chat/message-tools/message-tools.tsx',
    },
    'src/features/chat/screen/talk-panel.tsx': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/chat/talk/talk-menu.tsx': { limit: 15_000, after: 'src/pages/chat.tsx' },
    ...Object.fromEntries(
      ['rename-dialog', 'start-over-dialog', 'earlier-talks'].map((name) => [
        `src/features/chat/talk/${name}.tsx`,
        { limit: 15_000, after: 'src/pages/chat.tsx' },
      ]),
    ),
    'src/features/chat/search/search-panel.tsx': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/chat/year/year-dial.tsx': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/memory/components/memory-panel.tsx': {
      limit: 15_000,
      after: 'src/pages/chat.tsx',
    },
    'src/features/memory/components/previously.tsx': {
      limit: 15_000,
      after: 'src/pages/chat.tsx',
    },
    'src/features/chat/log/quotes/quoted-reply.tsx': {
      limit: 15_000,
      after: 'src/pages/chat.tsx',
    },
    'src/features/chat/outside/step-outside.tsx': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/chat/meter/meter.tsx': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/voice/player/player.ts': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/voice/dictation/record.ts': { limit: 15_000, after: 'src/pages/chat.tsx' },
    'src/features/voice/dictation/language-choice.tsx': {
      limit: 15_000,
      after: 'src/pages/chat.tsx',
    },
    'src/pages/account.tsx': { limit: 30_000 },
    'src/features/account/components/account-drawer.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/account/panels/profile.tsx': { limit: 15_000, after: 'src/pages/account.tsx' },
    'src/features/account/panels/settings/settings-panel.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/account/panels/payments/payments.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/account/panels/help/help.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/account/panels/payments/payment-dialog.tsx': {
      limit: 15_000,
      after: 'src/features/account/panels/payments/payments.tsx',
    },
    'src/features/account/panels/help/live-chat.tsx': {
      limit: 15_000,
      after: 'src/features/account/panels/help/help.tsx',
    },
    'src/features/account/panels/favorites/favorites.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/account/panels/collections/collections.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/account/panels/chats/chats.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/account/panels/notifications/notifications.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/chat-deletion/components/delete-chats-dialog.tsx': {
      limit: 15_000,
      after: 'src/pages/account.tsx',
    },
    'src/features/voice/settings/voice-part.tsx': {
      limit: 15_000,
      after: 'src/features/account/panels/settings/settings-panel.tsx',
    },
    'src/features/account/panels/settings/privacy.tsx': {
      limit: 15_000,
      after: 'src/features/account/panels/settings/settings-panel.tsx',
    },
    'src/features/account/panels/settings/notifications.tsx': {
      limit: 15_000,
      after: 'src/features/account/panels/settings/settings-panel.tsx',
    },
    'src/features/account/panels/settings/delete-dialog.tsx': {
      limit: 15_000,
      after: 'src/features/account/panels/settings/settings-panel.tsx',
    },
    'src/pages/article.tsx': { limit: 15_000 },
    'src/pages/blog.tsx': { limit: 15_000 },
    'src/pages/character-not-found.tsx': { limit: 15_000 },
    'src/pages/characters.tsx': { limit: 15_000 },
    'src/pages/chats.tsx': { limit: 15_000 },
    'src/features/comments/components/earlier-replies.tsx': { limit: 15_000 },
    'src/features/home/components/go-on-talking.tsx': { limit: 15_000 },
    'src/pages/not-found.tsx': { limit: 15_000 },
    'src/pages/profile.tsx': { limit: 15_000 },
    'src/pages/shared-collection.tsx': { limit: 15_000 },
    'src/pages/static-page.tsx': { limit: 15_000 },
    'src/pages/tags.tsx': { limit: 15_000 },
    'src/features/confirmation/components/follow-links.tsx': { limit: 15_000 },
    'src/features/confirmation/components/note-with-button.tsx': { limit: 15_000 },
    'src/features/auth/components/login-modal.tsx': { limit: 30_000 },
    'src/features/auth/components/register-modal.tsx': { limit: 30_000 },
    'src/features/auth/components/forgot-modal.tsx': { limit: 30_000 },
    'src/features/character/components/character-modal.tsx': { limit: 15_000 },
    'src/app/follow-background.ts': { limit: 15_000 },
    'src/features/talks/follow-talks.ts': { limit: 15_000, after: 'src/app/follow-background.ts' },
    'src/features/collections/components/add-dialog.tsx': {
      limit: 15_000,
      after: 'src/pages/profile.tsx',
    },
    ...Object.fromEntries(
      ['name-dialog', 'share-dialog', 'delete-collection-dialog'].map((name) => [
        `src/features/collections/components/${name}.tsx`,
        { limit: 15_000, after: 'src/features/account/panels/collections/collections.tsx' },
      ]),
    ),
    'src/features/payment/flow/pay.ts': { limit: 15_000 },
    'src/features/payment/flow/resume-payment.ts': { limit: 15_000 },
    'src/features/payment/components/sandbox-window.tsx': { limit: 15_000 },
    'src/features/payment/components/payment-success.tsx': { limit: 15_000 },
    'src/features/comments/components/activity.tsx': {
      limit: 15_000,
      after: 'src/pages/profile.tsx',
    },
    'src/features/comments/components/comments-drawer.tsx': { limit: 15_000 },
    'src/features/home/components/lower-sections.tsx': { limit: 15_000 },
    'src/features/home/model/sample.ts': { limit: 15_000 },
    'src/features/home/model/sample-feeds.ts': { limit: 15_000 },
    'src/pwa/register.ts': { limit: 15_000 },
  },
  /** @type {Readonly<Record<string, { limit: number, modules: readonly string[] }>>} */
  groups: {
    'all auth dialogs': {
      limit: 30_000,
      modules: ['login', 'register', 'forgot'].map(
        (name) => `src/features/auth/components/${name}-modal.tsx`,
      ),
    },
  },
};

/**
 * Adds a module and all modules that it imports statically, directly or indirectly, to `found`. Returns
 * `found`. Throws if the build has no such module.
 * @param {Manifest} manifest
 * @param {string} source
 * @param {Set<string>} [found]
 */
export function collectImports(manifest, source, found = new Set()) {
  const entry = manifest[source];
  if (entry === undefined) throw new Error(`the build has no ${source}`);
  if (found.has(source)) return found;
  found.add(source);
  for (const imported of entry.imports ?? []) collectImports(manifest, imported, found);
  return found;
}

/**
 * @param {Manifest} manifest
 * @param {Iterable<string>} modules
 */
function sheetsOf(manifest, modules) {
  return [...modules].flatMap((name) => manifest[name]?.css ?? []);
}

/**
 * Returns the scripts of `modules`, without those of the modules `before`, which are already loaded.
 * @param {Manifest} manifest
 * @param {Set<string>} modules
 * @param {Set<string>} [before]
 */
function addedFiles(manifest, modules, before = new Set()) {
  return [...modules].flatMap((name) => (before.has(name) ? [] : (manifest[name]?.file ?? [])));
}

/**
 * Returns the rows of all budgets but `firstFonts`. Throws for a lazy module without a budget and
 * for a budget without a module, so that a renamed module cannot escape its budget.
 * @param {Manifest} manifest
 * @param {typeof budgets} [limits]
 * @returns {Row[]}
 */
export function budgetRows(manifest, limits = budgets) {
  const first = collectImports(manifest, appEntry);
  const lazy = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
  const unknown = lazy.filter((name) => limits.lazy[name] === undefined);
  if (unknown.length > 0) throw new Error(`no budget in build/sizes.js for ${unknown.join(', ')}`);
  return [
    { name: 'first scripts', files: addedFiles(manifest, first), limit: limits.firstScripts },
    { name: 'first styles', files: sheetsOf(manifest, first), limit: limits.firstStyles },
    ...Object.entries(limits.lazy).map(([name, { limit, after }]) => {
      const before = new Set(first);
      if (after !== undefined) collectImports(manifest, after, before);
      const modules = collectImports(manifest, name);
      return { name, limit, files: addedFiles(manifest, modules, before) };
    }),
    ...Object.entries(limits.groups).map(([name, { limit, modules }]) => {
      const all = new Set(modules.flatMap((module) => [...collectImports(manifest, module)]));
      return { name, limit, files: addedFiles(manifest, all, first) };
    }),
    ...Object.keys(limits.lazy)
      .filter((name) => name.startsWith('src/pages/'))
      .map((name) => ({
        name: `first styles of ${name}`,
        files: sheetsOf(manifest, collectImports(manifest, name, new Set(first))),
        limit: limits.firstStyles,
      })),
  ];
}

/**
 * Returns the report, one line for each row, and whether every row is within its budget. A row without
 * files fails.
 * @param {Row[]} rows
 * @param {Measure} measure
 */
export function checkRows(rows, measure) {
  let ok = true;
  const lines = rows.map(({ name, files, limit }) => {
    const sizes = files.map(measure);
    const gzip = sizes.reduce((sum, size) => sum + size.gzip, 0);
    const br = sizes.reduce((sum, size) => sum + size.br, 0);
    const fits = files.length > 0 && gzip <= limit;
    ok &&= fits;
    return [
      fits ? 'ok  ' : 'FAIL',
      formatKilobytes(gzip),
      'of',
      formatKilobytes(limit),
      ' br',
      formatKilobytes(br),
      ` ${name}`,
    ].join(' ');
  });
  return { ok, lines };
}

/** @param {number} bytes */
function formatKilobytes(bytes) {
  return (bytes / 1000).toFixed(1).padStart(6);
}

/**
 * Returns a function that measures the compressed files of the build in `dist`, in bytes. Small files have no
 * compressed form and count as they are.
 * @param {string} dist
 * @returns {Measure}
 */
function createMeasure(dist) {
  const size = (/** @type {string} */ file) => {
    const path = join(dist, file);
    return (statSync(path, { throwIfNoEntry: false }) ?? { size: 0 }).size;
  };
  return (file) => {
    const plain = size(file);
    if (plain === 0) throw new Error(`${file} is not in the build`);
    return { gzip: size(`${file}.gz`) || plain, br: size(`${file}.br`) || plain };
  };
}

function main() {
  const dist = fileURLToPath(new URL('../dist', import.meta.url));
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
  const fonts = Object.values(/** @type {Manifest} */ (manifest))
    .map(({ file }) => file)
    .filter((file) =>
      /(?:imbue|archivo|archivo-inscription)-latin-normal-[^/]*\.woff2$/.test(file),
    );
  const rows = [
    ...budgetRows(manifest),
    { name: 'first fonts', files: fonts, limit: budgets.firstFonts },
  ];
  const { ok, lines } = checkRows(rows, createMeasure(dist));
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!ok) process.exitCode = 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
