import type { FoundMessage } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';

/** A part of an excerpt. `start` is the index of its first code point. */
export interface ExcerptPart {
  start: number;
  text: string;
  isMatch: boolean;
}

/** The parts of an excerpt, in order; matches are ranges of code points. */
export function excerptParts({ text, matches }: FoundMessage['excerpt']): ExcerptPart[] {
  const codePoints = [...text];
  const parts: ExcerptPart[] = [];
  let at = 0;
  const addPart = (end: number, isMatch: boolean) => {
    if (end > at)
      parts.push({ start: at, text: codePoints.slice(at, end).join(''), isMatch: isMatch });
    at = Math.max(at, end);
  };
  for (const { start, end } of matches) {
    addPart(start, false);
    addPart(end, true);
  }
  addPart(codePoints.length, false);
  return parts;
}

/** The address that opens a character's chat at a message (rule chat-search-opens). */
export function messageAddress(slug: string, messageId: string): string {
  return `${paths.chat.getHref(slug)}?message=${encodeURIComponent(messageId)}`;
}

/** The address that opens the chat at a found message. */
export function foundMessageAddress({ session, message }: FoundMessage): string {
  return messageAddress(session.character.slug, message.id);
}
