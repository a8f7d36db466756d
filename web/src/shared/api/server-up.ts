/** True if the server answers now, with any status. */
export const isServerUp = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
