// Runs before the first paint: sets the theme, so that no page flashes in the wrong one, and asks
// who is signed in while the bundle is still on its way. A file of its own because the content
// security policy allows no inline script. The keys match src/shared/lib/storage.ts.
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

  const headers = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  window.__me = fetch('/api/auth/me', { credentials: 'include', headers }).catch(() => null);
})();
