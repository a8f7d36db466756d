/** A call that public/boot.js made before the bundle arrived; the answer is null when it failed. */
export interface EarlyCall {
  path: string;
  answer: Promise<Response | null>;
}

declare global {
  interface Window {
    __early?: EarlyCall[];
  }
}

/** An answer that nobody took for so long is no longer the first, in ms since the page began. */
const fresh = 15_000;

/** The same for every spelling of an address. */
function spelt(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

/** Takes the early answer to a request, once; null where there is none, or none that can be used. */
export async function takeEarly(request: Request): Promise<Response | null> {
  if (request.method !== 'GET' || performance.now() > fresh) return null;
  const asked = spelt(request.url);
  const calls = window.__early ?? [];
  const early = calls.find(({ path }) => spelt(path) === asked);
  if (!early) return null;
  window.__early = calls.filter((call) => call !== early);
  const answer = await early.answer;
  request.signal.throwIfAborted();
  return answer && answer.status < 500 ? answer : null;
}
