/**
 * Length of a text in Unicode code points, as the server counts it (rules accounts-password-length,
 * chat-message-length).
 */
export function countCodePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const codeUnit = text.charCodeAt(at);
    const nextUnit = text.charCodeAt(at + 1);
    // A pair of surrogates is one code point; a lone one counts by itself.
    if (codeUnit >= 0xd800 && codeUnit <= 0xdbff && nextUnit >= 0xdc00 && nextUnit <= 0xdfff)
      at += 1;
    count += 1;
  }
  return count;
}
