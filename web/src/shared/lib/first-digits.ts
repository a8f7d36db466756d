/** The first digits of typed or pasted text, at most `count` (rule accounts-forgot-fields). */
export function firstDigits(text: string, count: number): string {
  return text.replace(/\D/g, '').slice(0, count);
}
