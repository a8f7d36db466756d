/**
 * Calls `load`, then the function that `load` resolves to. The pages work without the loaded code, so a failed
 * load shows nothing. After a failure, `load` is called again when the browser is online again. The returned
 * function ends the waiting, or calls the stop function that the loaded code returned.
 *
 * `load` must use `await import()`, not `import().then(run, fail)`. The build makes `import()` also load the
 * style sheets of the module. If a style sheet cannot be loaded, `fail` would not be called.
 */
export function runWhenLoaded(load: () => Promise<() => undefined | (() => void)>): () => void {
  let stop: undefined | (() => void);
  let isCancelled = false;
  const start = async () => {
    const run = await load().catch(() => null);
    if (isCancelled) return;
    if (run) stop = run();
    else window.addEventListener('online', start, { once: true });
  };
  void start();
  return () => {
    isCancelled = true;
    window.removeEventListener('online', start);
    stop?.();
  };
}
