/** Texts of the year dial (rule chat-year-panel). */
export const yearTexts = {
  title: 'Speak from another year',
  range: 'Year',
  earlier: 'Earlier',
  later: 'Later',
  takeOff: 'Take the year off',
  notSet: 'The year could not be set. Please try again.',
} as const;

export function speakFromYearText(year: string): string {
  return `Speak from ${year}`;
}

/** What the choice of a year changes. */
export function yearEffectText(name: string, year: string): string {
  return `From the next reply on, ${name} knows nothing after ${year}. What was said stays.`;
}
