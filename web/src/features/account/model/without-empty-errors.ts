import type { FormErrors } from '#/shared/hooks/use-form';

/** Keeps only the fields that have an error. */
export function withoutEmptyErrors<Name extends string>(
  errors: Readonly<Record<Name, string | undefined>>,
): FormErrors<Name> {
  const errorEntries = Object.entries(errors).filter(([, text]) => text !== undefined);
  return Object.fromEntries(errorEntries) as FormErrors<Name>;
}
