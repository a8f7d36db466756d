import { countCodePoints } from '#/shared/lib/count-code-points';

/** True for a text that is neither blank nor too long (rule comments-nothing-empty). */
export function canSend(text: string, maxLength: number): boolean {
  const length = countCodePoints(text.trim());
  return length > 0 && length <= maxLength;
}
