/** Turns 'partially_refunded' into 'Partially refunded'. */
export function sentenceCase(value: string): string {
  const words = value.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
