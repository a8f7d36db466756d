import { openResetLink } from '#/features/auth';
import { openEmailLink } from '#/features/confirmation/model/email-links';
import { takeFragment } from '#/shared/browser/fragment';

/** Opens the dialog or request of a mail link, by the name in the fragment. Called with the token. */
const openers: Readonly<Record<string, (token: string) => void>> = {
  'reset-password': openResetLink,
  'verify-email': (token) => openEmailLink('verify', token),
  'revert-email': (token) => openEmailLink('revert', token),
  unsubscribe: (token) => openEmailLink('unsubscribe', token),
};

function followMailLink(): void {
  for (const [name, open] of Object.entries(openers)) {
    const token = takeFragment(name);
    if (token) open(token);
  }
}

/**
 * Handles links from mails: any page with a token in the fragment of its address. A link opened in a tab
 * of the running app loads no page, hence the listener. Must run before the router is created, which
 * would keep the token in the address.
 */
export function watchMailLinks(): void {
  followMailLink();
  window.addEventListener('popstate', followMailLink);
}
