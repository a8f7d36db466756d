import { openResetLink } from '#/features/auth';
import { openEmailLink } from '#/features/confirmation/model/email-links';
import { takeFragment } from '#/shared/browser/fragment';

/** What each name of a fragment does with its token. */
const links: Readonly<Record<string, (token: string) => void>> = {
  'reset-password': openResetLink,
  'verify-email': (token) => openEmailLink('verify', token),
  'revert-email': (token) => openEmailLink('revert', token),
};

function followMailLink(): void {
  for (const [name, follow] of Object.entries(links)) {
    const token = takeFragment(name);
    if (token) follow(token);
  }
}

/**
 * Follows the link of a mail, which carries a token in the fragment of the address of any page. A link
 * that is opened in a tab of the app loads no page. Must run before the router is created: the router
 * would keep the token in the address.
 */
export function watchMailLinks(): void {
  followMailLink();
  window.addEventListener('popstate', followMailLink);
}
