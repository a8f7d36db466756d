/** The text of a message without markup, on one line (rule voice-spoken-text). */
export function plainText(markdown: string): string {
  return markdown
    .replace(/```[^\n]*|[*`]+|^ {0,3}(#{1,6}|>)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
