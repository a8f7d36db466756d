function parseAddress(href: string): URL | null {
  try {
    return new URL(href, location.origin);
  } catch {
    return null;
  }
}

/** The path if the address is a page of this site, else null (rule safety-hostile-text). API paths give null. */
export function ownSitePath(href: string): string | null {
  if (!href.startsWith('/')) return null;
  const url = parseAddress(href);
  // Compare the parsed origin: '/\\host' is the address of another host.
  if (url?.origin !== location.origin || /^\/api(\/|$)/i.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/**
 * The address to show for an external web or mail link, with the host in ASCII. Null for other
 * links.
 */
export function externalAddress(href: string): string | null {
  const url = /^(https?|mailto):/i.test(href) ? parseAddress(href) : null;
  if (url === null) return null;
  return url.protocol === 'mailto:' ? url.pathname : url.href;
}
