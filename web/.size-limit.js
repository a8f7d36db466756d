import { readFileSync } from 'node:fs';

/** What a visitor downloads before anything is drawn: the scripts that the built page names. */
function firstScripts() {
  const page = readFileSync(new URL('./dist/index.html', import.meta.url), 'utf8');
  return [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(
    ([, path]) => `dist/${path}`,
  );
}

// biome-ignore lint/style/noDefaultExport: the tool reads the default export
export default [
  { name: 'home: first JavaScript', path: firstScripts(), limit: '115 kB', gzip: true },
  {
    name: 'fonts of the first view',
    path: 'dist/assets/{imbue,archivo}-latin-normal-*.woff2',
    limit: '100 kB',
    gzip: false,
  },
  { name: 'style sheet', path: 'dist/assets/index-*.css', limit: '15 kB', gzip: true },
  {
    name: 'sign-in modals',
    path: 'dist/assets/{login-modal,register-modal,auth-dialog}-*.js',
    limit: '30 kB',
    gzip: true,
  },
  {
    name: 'profile page',
    path: 'dist/assets/{profile,social,mark-buttons,comments,tabs,useInfiniteQuery}-*.js',
    limit: '15 kB',
    gzip: true,
  },
  {
    name: 'blog, articles and static pages',
    path: 'dist/assets/{content,blog,article,static-page,field}-*.js',
    limit: '15 kB',
    gzip: true,
  },
  {
    name: 'catalogue and tags',
    path: 'dist/assets/{catalogue,characters,tags}-*.js',
    limit: '15 kB',
    gzip: true,
  },
  { name: 'chat page', path: 'dist/assets/chat-*.js', limit: '60 kB', gzip: true },
];
