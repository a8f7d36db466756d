/**
 * Inserts words into a field at a position, with a space between them and their neighbours, and puts
 * the caret behind them. It replaces nothing, also if text is selected (rule voice-dictation-insert).
 */
export function insertWords(field: HTMLTextAreaElement, at: number, words: string): void {
  const before = /\S$/.test(field.value.slice(0, at)) ? ' ' : '';
  const after = /^\S/.test(field.value.slice(at)) ? ' ' : '';
  field.setRangeText(before + words + after, at, at, 'end');
}
