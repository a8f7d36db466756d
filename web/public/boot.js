// Runs before the first paint. Sets the theme, so that no page flashes in the wrong one, and makes
// the first calls while the bundle loads: those that the page names and, if there are credentials, the
// check of the user and what the page names for users. It is a separate file because the content security policy allows no inline script.
// The keys match src/shared/browser/storage.ts and src/shared/browser/credentials.ts;
// src/shared/api/early-answers.ts takes the answers.
(() => {
  let theme = null;
  let token = null;
  try {
    theme = localStorage.getItem('theme');
    token = localStorage.getItem('token');
  } catch {
    // Without storage the system's theme and the cookie decide.
  }
  // rule look-theme
  const dark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  // As in src/shared/browser/theme.ts.
  for (const bar of document.querySelectorAll('meta[name="theme-color"]')) {
    bar.content = dark ? '#11161C' : '#E8ECE8';
  }

  const named = (name) => {
    const meta = document.querySelector(`meta[name="${name}"]`);
    return meta ? meta.content.split(' ') : [];
  };
  const calls = named('first-calls');
  if (token || /(?:^|; )signed_in=1(?:;|$)/.test(document.cookie)) {
    calls.push('/api/auth/me', ...named('user-calls'));
  }

  const headers = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  window.__early = calls.map((path) => ({
    path,
    answer: fetch(path, { credentials: 'include', headers }).catch(() => null),
  }));
})();
