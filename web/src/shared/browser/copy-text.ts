/** Copies a text; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // `clipboard` is undefined on insecure origins, which throws too.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
