import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage, fieldErrors } from '#/shared/api/errors';
import type { Collection } from '#/shared/api/types';
import type { FormErrors } from '#/shared/hooks/use-form';
import { toast } from '#/shared/ui/toast';
import { type CollectionForm, collectionFields } from '../model/collection-form';
import { texts } from '../texts';
import { storeCollection } from './store-collection';

interface SaveOptions {
  showErrors: (errors: FormErrors<keyof CollectionForm>) => boolean;
  onSaved: (collection: Collection) => void;
}

/**
 * Creates a collection. Errors of fields are shown at the fields, other errors in a toast (rule
 * collections-new). A 401 opens the login modal, and the call is repeated after the login.
 */
export function useCreateCollection(userId: string, { showErrors, onSaved }: SaveOptions) {
  const client = useQueryClient();
  const createMutation = useMutation({
    mutationFn: (body: CollectionForm) => unwrap(api.POST('/user/collections/lists', { body })),
    onSuccess: (made) => {
      storeCollection(client, userId, made);
      onSaved(made);
    },
    onError: (error, typed) => {
      if (reopenLogin(error, () => createMutation.mutate(typed))) return;
      if (showErrors(fieldErrors(error, collectionFields))) return;
      toast.error(errorMessage(error, texts.createFailed));
    },
  });
  return createMutation;
}

/** Changes name and description. Handles errors like `useCreateCollection`. */
export function useRenameCollection(
  userId: string,
  id: string,
  { showErrors, onSaved }: SaveOptions,
) {
  const client = useQueryClient();
  const saveMutation = useMutation({
    mutationFn: (body: CollectionForm) =>
      unwrap(api.PUT('/user/collections/lists/{id}', { params: { path: { id } }, body })),
    onSuccess: (saved) => {
      storeCollection(client, userId, saved);
      onSaved(saved);
    },
    onError: (error, typed) => {
      if (reopenLogin(error, () => saveMutation.mutate(typed))) return;
      if (showErrors(fieldErrors(error, collectionFields))) return;
      toast.error(errorMessage(error, texts.saveFailed));
    },
  });
  return saveMutation;
}
