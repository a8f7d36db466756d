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

/** Age of the page (ms) from which early answers are stale. */
const maxPageAge = 15_000;

/** Path and sorted query of an address, for comparison. */
function normalized(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

/** Returns the early answer to a request and removes it; null if there is no usable one. */
export async function takeEarlyAnswer(request: Request): Promise<Response | null> {
  if (request.method !== 'GET' || performance.now() > maxPageAge) return null;
  const wanted = normalized(request.url);
  const calls = window.__early ?? [];
  const early = calls.find(({ path }) => normalized(path) === wanted);
  if (!early) return null;
  window.__early = calls.filter((call) => call !== early);
  const answer = await early.answer;
  request.signal.throwIfAborted();
  return answer && answer.status < 500 ? answer : null;
}
