/** What is sent of a text: without space around it. */
export function trimmed(text: string): string {
  return text.trim();
}

/** Code points of a text, as the server counts them. */
export function lengthOf(text: string): number {
  return [...trimmed(text)].length;
}

/** Spec 2 §5: nothing that is empty or white space is sent; nothing too long either. */
export function canSend(text: string, limit: number): boolean {
  const length = lengthOf(text);
  return length > 0 && length <= limit;
}
