/** Longest time (ms) that a script may take to load. */
const timeoutMs = 15_000;

/** Scripts that have loaded or are loading, by address. */
const loadedScripts = new Map<string, Promise<void>>();

function appendScript(address: string): Promise<void> {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  return new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${address} timed out`)), timeoutMs);
    script.onload = () => {
      clearTimeout(timer);
      resolve();
    };
    script.onerror = () => {
      clearTimeout(timer);
      reject(new Error(`${address} could not be loaded`));
    };
    document.head.append(script);
  }).catch((error: unknown) => {
    script.remove();
    loadedScripts.delete(address);
    throw error;
  });
}

/** Loads a script of another host once. A failed load can be repeated (rule payment-razorpay-window). */
export function loadScript(address: string): Promise<void> {
  const loadedScript = loadedScripts.get(address);
  if (loadedScript) return loadedScript;
  const promise = appendScript(address);
  loadedScripts.set(address, promise);
  return promise;
}
