import { countCodePoints } from '#/shared/lib/count-code-points';
import { longestMessage } from '../messages';

/** What is sent of a text: without blanks around it, and without NUL, which a paste can bring and no server takes. */
export function lineOf(text: string): string {
  return text.replaceAll('\0', '').trim();
}

/** Whether a text can be sent as it stands. */
export function isSendable(text: string): boolean {
  const content = lineOf(text);
  return content !== '' && countCodePoints(content) <= longestMessage;
}
