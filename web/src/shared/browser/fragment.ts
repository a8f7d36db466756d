/**
 * Returns `value` if the address ends in `#name=value`, else null. It also removes the fragment
 * from the address and the history entry (rules accounts-open-verify, accounts-forgot-link).
 */
export function takeFragment(name: string): string | null {
  const { hash, pathname, search } = window.location;
  const fragmentPrefix = `#${name}=`;
  if (!hash.startsWith(fragmentPrefix)) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(fragmentPrefix.length);
}
