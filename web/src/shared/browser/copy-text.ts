/** Copies a text; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // On an insecure origin `clipboard` is undefined, so the next line throws.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
