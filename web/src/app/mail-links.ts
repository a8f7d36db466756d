import { openResetLink } from '#/features/auth';
import { openEmailLink } from '#/features/confirmation/model/email-links';
import { takeFragment } from '#/shared/browser/fragment';

/**
 * The functions that handle mail links, by the name in the fragment. Each gets the token. Rules
 * accounts-forgot-link, accounts-open-verify, accounts-open-revert.
 */
const linkHandlers: Readonly<Record<string, (token: string) => void>> = {
  'reset-password': openResetLink,
  'verify-email': (token) => openEmailLink('verify', token),
  'revert-email': (token) => openEmailLink('revert', token),
  unsubscribe: (token) => openEmailLink('unsubscribe', token),
};

function followMailLink(): void {
  for (const [name, open] of Object.entries(linkHandlers)) {
    const token = takeFragment(name);
    if (token) open(token);
  }
}

/**
 * Handles mail links: addresses of pages with a token in the fragment. A link that is opened in a tab of the
 * running app loads no page, so a listener handles it. Call it before the router is created, because the router
 * would keep the token in the address (rule accounts-forgot-link).
 */
export function watchMailLinks(): void {
  followMailLink();
  window.addEventListener('popstate', followMailLink);
}
