/** Longest message, in code points (rule chat-message-length). */
export const maxMessageLength = 4000;

/** Length in Unicode code points, as the server counts it (rule chat-message-length). */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    // A pair of surrogates is one code point; a lone one counts by itself.
    if (unit >= 0xd800 && unit <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) at += 1;
    count += 1;
  }
  return count;
}

/**
 * The text as it is sent: trimmed and without NUL, which a paste may contain and the server
 * refuses.
 */
export function messageText(text: string): string {
  return text.replaceAll('\0', '').trim();
}

/** Whether a text has an allowed length. */
export function isSendable(text: string): boolean {
  const content = messageText(text);
  return content !== '' && countCodePoints(content) <= maxMessageLength;
}
