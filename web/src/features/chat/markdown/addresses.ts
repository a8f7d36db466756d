function parse(href: string): URL | null {
  try {
    return new URL(href, location.origin);
  } catch {
    return null;
  }
}

/** The path of a page of this site; null for every other address, and for calls of the API. */
export function ownPath(href: string): string | null {
  if (!href.startsWith('/')) return null;
  const url = parse(href);
  // The parser decides: '/\\host' names another host.
  if (url?.origin !== location.origin || /^\/api(\/|$)/i.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** A foreign address as it can be read: with its host in ASCII. Null for what is no web or mail address. */
export function addressOf(href: string): string | null {
  const url = /^(https?|mailto):/i.test(href) ? parse(href) : null;
  if (url === null) return null;
  return url.protocol === 'mailto:' ? url.pathname : url.href;
}
