/** The plain words of a stored line, for one row of a list. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/```[^\n]*|[*`]+|^ {0,3}(#{1,6}|>)\s+/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}
