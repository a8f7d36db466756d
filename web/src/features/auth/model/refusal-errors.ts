import { ApiError, fieldErrors } from '#/shared/api/errors';
import type { FormErrors } from '#/shared/hooks/use-form';

/**
 * Returns the error texts of a refusal by field. If `fieldByMessage` lists the server's message, the text
 * belongs to the listed field. Otherwise the server names the fields. Without a field the result is empty.
 */
export function refusalErrorsByField<Name extends string>(
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
