import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '#/shared/api/errors';

/**
 * Shows a refusal on the fields it belongs to: by its exact message, else by the server's own field
 * names. False means that none did, and a toast is due.
 */
export function applyServerErrors<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  fields: readonly FieldPath<T>[],
  fieldByMessage: Readonly<Record<string, FieldPath<T>>>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const named = fieldByMessage[error.message];
  if (named !== undefined) {
    setError(named, { message: error.message }, { shouldFocus: true });
    return true;
  }
  const refused = fields.filter((field) => error.fields[field] !== undefined);
  for (const [index, field] of refused.entries()) {
    setError(field, { message: error.fields[field] ?? '' }, { shouldFocus: index === 0 });
  }
  return refused.length > 0;
}
