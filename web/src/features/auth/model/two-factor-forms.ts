import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { appCodeError } from '#/shared/ui/app-code-field';
import { recoveryCodeLength, texts } from '../texts';
import { withoutEmptyErrors } from './auth-forms';

/** The kind of code that the second step of a sign-in asks for. */
export type CodeKind = 'app' | 'recovery';

/**
 * The error of a recovery code. Spaces and hyphens are ignored, as by the server (rule
 * accounts-recovery-codes).
 */
function recoveryCodeError(code: string): string | undefined {
  const { length } = code.replace(/[\s-]/g, '');
  if (length === 0) return texts.recoveryCodeRequired;
  return length === recoveryCodeLength ? undefined : texts.recoveryCodeIncomplete;
}

/** Returns the error text of a code. */
export function checkCode(kind: CodeKind, { code }: FormValues<'code'>): FormErrors<'code'> {
  return withoutEmptyErrors({
    code: kind === 'app' ? appCodeError(code) : recoveryCodeError(code),
  });
}
