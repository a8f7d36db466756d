import type { FormErrors, FormValues } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { collectionLengths, texts } from '../texts';

export const collectionFields = ['name', 'description'] as const;
type CollectionField = (typeof collectionFields)[number];
export type CollectionForm = FormValues<CollectionField>;

export const emptyCollection: CollectionForm = { name: '', description: '' };

export const trimCollection = ({ name, description }: CollectionForm): CollectionForm => ({
  name: name.trim(),
  description: description.trim(),
});

/** Checks trimmed values (rule collections-name). */
export function checkCollection({
  name,
  description,
}: CollectionForm): FormErrors<CollectionField> {
  const errors: FormErrors<CollectionField> = {};
  if (name === '') errors.name = texts.nameRequired;
  else if (countCodePoints(name) > collectionLengths.name) errors.name = texts.nameTooLong;
  if (countCodePoints(description) > collectionLengths.description) {
    errors.description = texts.descriptionTooLong;
  }
  return errors;
}
