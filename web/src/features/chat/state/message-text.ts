/** Longest message, in code points (rule chat-message-length). */
export const maxMessageLength = 4000;

/** Length as the server counts it: Unicode code points (spec 3 §3). */
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

/** What is sent of a text: without blanks around it, and without NUL, which a paste can bring and no server takes. */
export function lineOf(text: string): string {
  return text.replaceAll('\0', '').trim();
}

/** Whether a text can be sent as it stands. */
export function isSendable(text: string): boolean {
  const content = lineOf(text);
  return content !== '' && countCodePoints(content) <= maxMessageLength;
}
