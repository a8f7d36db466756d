import { isRecord } from './is-record';

/** What another page fills into the form of Contact Us when it links there. */
export interface ContactLetter {
  subject: string;
  message: string;
}

/** The state of the history entry of Contact Us. */
export function historyStateWithLetter(letter: ContactLetter) {
  return { letter };
}

/** The letter in the state of a history entry; empty if there is none. */
export function readLetter(state: unknown): ContactLetter {
  const letter = isRecord(state) ? state['letter'] : null;
  const text = (name: string) =>
    isRecord(letter) && typeof letter[name] === 'string' ? letter[name] : '';
  return { subject: text('subject'), message: text('message') };
}
