import { ApiError, fieldErrors } from '#/shared/api/errors';
import type { FormErrors } from '#/shared/hooks/use-form';

/**
 * The error texts of a refusal, by field: at the field listed for its exact message, else at the fields
 * that the server names. Empty if the refusal belongs to no field.
 */
export function refusalErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
  fieldByMessage: Readonly<Record<string, Name>>,
): FormErrors<Name> {
  if (!(error instanceof ApiError)) return {};
  const name = fieldByMessage[error.message];
  if (name === undefined) return fieldErrors(error, names);
  const found: FormErrors<Name> = {};
  found[name] = error.message;
  return found;
}
