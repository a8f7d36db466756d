/**
 * Returns the value of an address that ends in `#name=value`. Removes the fragment from the address and the
 * history entry. Null if the fragment has another name or none.
 */
export function takeFragment(name: string): string | null {
  const { hash, pathname, search } = window.location;
  const start = `#${name}=`;
  if (!hash.startsWith(start)) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(start.length);
}
