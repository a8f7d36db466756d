// Runs before the first paint: sets the theme, so that no page flashes in the wrong one, and makes
// the first calls while the bundle is still on its way: those that the page names, and who is signed
// in, if anybody is. A file of its own because the content security policy allows no inline script.
// The keys match src/shared/browser/storage.ts and src/shared/browser/credentials.ts; the answers are taken
// in src/shared/api/early.ts.
(() => {
  let theme = null;
  let token = null;
  try {
    theme = localStorage.getItem('theme');
    token = localStorage.getItem('token');
  } catch {
    // Storage is off: the system's theme and the cookie alone decide.
  }
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  // As in src/shared/browser/theme.ts.
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
    bar.content = dark ? '#11161C' : '#E8ECE8';
  }

  const named = document.querySelector('meta[name="first-calls"]');
  const calls = named ? named.content.split(' ') : [];
  if (token || /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)) calls.push('/api/auth/me');

  const headers = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  window.__early = calls.map((path) => ({
    path,
    answer: fetch(path, { credentials: 'include', headers }).catch(() => null),
  }));
})();
