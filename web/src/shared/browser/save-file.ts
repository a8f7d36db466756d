/** Time (ms) until the address of a saved file is freed. Safari reads it after the click has ended. */
const revokeDelayMs = 60_000;

/** Saves a file through the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeDelayMs);
}
