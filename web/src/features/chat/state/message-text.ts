import { countCodePoints } from '#/shared/lib/count-code-points';

/** Longest message, in code points (rule chat-message-length). */
export const maxMessageLength = 4000;

/**
 * The text as it is sent: trimmed and without NUL, which a paste may contain and the server
 * refuses.
 */
export function textToSend(text: string): string {
  return text.replaceAll('\0', '').trim();
}

/** Whether a text has an allowed length. */
export function isSendable(text: string): boolean {
  const content = textToSend(text);
  return content !== '' && countCodePoints(content) <= maxMessageLength;
}
