import { errorMessage, isUnreachable } from '#/shared/api/errors';
import { texts } from '../texts';

/** Why settings were not saved (rule account-save-failure). */
export function failureText(error: Error): string {
  return errorMessage(error, isUnreachable(error) ? texts.unreachable : texts.saveFailed);
}
