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
const maxPageAgeMs = 15_000;

/** Path and sorted query of an address, for comparison. */
function normalisedAddress(address: string): string {
  const { pathname, searchParams } = new URL(address, location.origin);
  searchParams.sort();
  return `${pathname}?${searchParams}`;
}

/** Returns the early answer to a request and removes it; null if there is no usable one. */
export async function takeEarlyAnswer(request: Request): Promise<Response | null> {
  if (request.method !== 'GET' || performance.now() > maxPageAgeMs) return null;
  const wantedAddress = normalisedAddress(request.url);
  const calls = window.__early ?? [];
  const earlyCall = calls.find(({ path }) => normalisedAddress(path) === wantedAddress);
  if (!earlyCall) return null;
  window.__early = calls.filter((call) => call !== earlyCall);
  const answer = await earlyCall.answer;
  request.signal.throwIfAborted();
  return answer && answer.status < 500 ? answer : null;
}
