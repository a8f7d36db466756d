/**
 * Inserts words into a field at a position, with spaces between them and their neighbours, and puts the caret
 * after them. Selected text is not replaced (rule voice-dictation-insert).
 */
export function insertWords(field: HTMLTextAreaElement, at: number, words: string): void {
  const spaceBefore = /\S$/.test(field.value.slice(0, at)) ? ' ' : '';
  const spaceAfter = /^\S/.test(field.value.slice(at)) ? ' ' : '';
  field.setRangeText(spaceBefore + words + spaceAfter, at, at, 'end');
}
