/**
 * Calls `load` and runs the function that it resolves to. The pages work without the loaded code, so a
 * failed load shows nothing. It is repeated when the browser is online again. The returned function ends
 * the waiting, and calls the function that the loaded code returned.
 *
 * `load` must use `await import()`. The build moves a `then` of `import()` into its own call, in which a
 * second argument of `then` does not get the failure of a style sheet.
 */
export function runWhenLoaded(load: () => Promise<() => undefined | (() => void)>): () => void {
  let stop: undefined | (() => void);
  let ended = false;
  const start = async () => {
    const run = await load().catch(() => null);
    if (ended) return;
    if (run) stop = run();
    else window.addEventListener('online', start, { once: true });
  };
  void start();
  return () => {
    ended = true;
    window.removeEventListener('online', start);
    stop?.();
  };
}
