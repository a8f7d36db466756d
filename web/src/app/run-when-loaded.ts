/**
 * Calls `load` and runs the function that it resolves to. The pages work without the loaded code, so a
 * failed load shows nothing. `load` is called again when the browser is online again. The returned function
 * ends the waiting, and calls the function that the loaded code returned.
 *
 * `load` must use `await import()`, not `import().then()`. The build wraps `import()` and its `then` together
 * in a call that also loads the style sheets. The second argument of that `then` misses a failed style sheet.
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
