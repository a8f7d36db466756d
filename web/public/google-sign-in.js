// The popup of Continue with Google (internal/accounts/google_page.html). It is a separate file because
// the content security policy allows no inline script. Rule accounts-google-page. The channel and its
// messages match src/features/auth/model/session-tabs.ts, the key src/shared/browser/storage.ts.
(() => {
  const { state, secret } = document.body.dataset;
  const text = document.getElementById('text');
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Without storage the system's theme decides.
  }
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  // The address holds the code of the provider.
  history.replaceState(null, '', location.pathname);

  function succeed() {
    try {
      // A token of another account would contradict the new cookie.
      localStorage.removeItem('token');
    } catch {
      // Without storage there is no token.
    }
    window.opener?.postMessage({ type: 'google-auth-success' }, location.origin);
    const channel = new BroadcastChannel('colloquy-login');
    channel.postMessage({ from: 'google-sign-in', news: 'google-auth-success' });
    channel.close();
    show('You are logged in. You can close this window.');
    window.close();
  }

  // Tells the opener that nobody is logged in. The page says why.
  function fail() {
    window.opener?.postMessage({ type: 'google-auth-failed' }, location.origin);
  }

  function show(message, form) {
    text.textContent = message;
    for (const one of document.forms) one.hidden = one.id !== form;
    if (form) document.querySelector(`#${form} input`).focus();
  }

  // Sends a form. `send` returns the path and body of the call. A refusal is shown at the field.
  function handle(id, send) {
    const form = document.getElementById(id);
    const input = form.querySelector('input');
    const error = form.querySelector('.error');
    const button = form.querySelector('button');
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      if (button.getAttribute('aria-disabled') === 'true') return;
      button.setAttribute('aria-disabled', 'true');
      error.textContent = '';
      input.removeAttribute('aria-invalid');
      const refused = await call(...send(input.value));
      button.removeAttribute('aria-disabled');
      if (refused === null) return succeed();
      if (refused.code === 'two_factor_required') return askForCode(refused);
      if (refused.code === 'google_ticket' || refused.code === 'challenge_ended') {
        show(refused.message);
        return fail();
      }
      error.textContent = refused.message;
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    });
  }

  // Returns null after success, else the refusal.
  async function call(path, body) {
    const away = { code: 'away', message: 'The server did not answer. Please try again.' };
    try {
      const answer = await fetch(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify(body),
      });
      if (answer.ok) return null;
      const refused = await answer.json();
      return typeof refused.message === 'string' ? refused : away;
    } catch {
      return away;
    }
  }

  let challenge = secret;

  // Shows the form of the code. Rule accounts-google-two-factor.
  function askForCode(refused) {
    challenge = refused.challenge;
    show(refused.message, 'code-form');
  }

  handle('password-form', (password) => ['/api/auth/google/link', { ticket: secret, password }]);
  handle('code-form', (code) => ['/api/auth/login/two-factor', { challenge, code }]);
  if (state === 'done') succeed();
  if (state === 'failed') fail();
  if (state === 'cancelled') window.close();
  if (state === 'password' || state === 'code')
    document.querySelector(`#${state}-form input`).focus();
})();
