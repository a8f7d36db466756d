import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { openLogin, reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { ApiError, fieldErrors } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import type { FormErrors } from '#/shared/hooks/use-form';
import { toast } from '#/shared/ui/toast';
import { failureText } from '../model/failure-text';
import { type PasswordValues, passwordFields } from '../model/password-form';
import { type ProfileValues, profileBody, profileFields } from '../model/profile-form';
import { savedToastMs, texts } from '../texts';

interface SaveOptions<Name extends string> {
  /** Shows the errors at the fields of the form. Returns false if there are none. */
  showErrors: (errors: FormErrors<Name>) => boolean;
  onSaved: (user: User) => void;
}

interface FormToSave<Name extends string, Values> extends SaveOptions<Name> {
  fields: readonly Name[];
  send: (values: Values) => Promise<unknown>;
}

const cachedUser = (client: QueryClient) => client.getQueryData<User | null>(sharedKeys.me);

/**
 * True if the server refused a change of the email address because the login is too old (rule
 * accounts-change-email).
 */
const needsNewLogin = (error: Error) => error instanceof ApiError && error.code === 'sign_in_again';

/**
 * Saves a form and fetches the user again. Errors of fields are shown at the fields, other errors in a toast.
 * If the login has expired or is too old, the user logs in (rule account-change-needs-login). The form is saved
 * again if it is the same user. Rules account-saved, account-save-failure.
 */
function useSaveForm<Name extends string, Values>(userId: string, form: FormToSave<Name, Values>) {
  const client = useQueryClient();
  const saveMutation = useMutation({
    mutationFn: async (values: Values) => {
      await form.send(values);
      await client.invalidateQueries({ queryKey: sharedKeys.me, exact: true });
    },
    onSuccess: () => {
      toast.success(texts.saved, { id: 'settings', duration: savedToastMs });
      const user = cachedUser(client);
      if (user) form.onSaved(user);
    },
    onError: (error, values) => {
      const retryAfterLogin = () => {
        if (cachedUser(client)?.id === userId) saveMutation.mutate(values);
      };
      if (reopenLogin(error, retryAfterLogin)) return;
      if (form.showErrors(fieldErrors(error, form.fields))) return;
      toast.error(failureText(error));
      if (needsNewLogin(error)) openLogin({ afterLogin: retryAfterLogin });
    },
  });
  return saveMutation;
}

/** Saves name, picture and email address. A new address waits for its confirmation. */
export function useSaveProfile(
  userId: string,
  storedValues: ProfileValues,
  options: SaveOptions<keyof ProfileValues>,
) {
  return useSaveForm(userId, {
    ...options,
    fields: profileFields,
    send: (values: ProfileValues) =>
      unwrap(api.PUT('/user/profile', { body: profileBody(values, storedValues) })),
  });
}

export function useSavePassword(userId: string, options: SaveOptions<keyof PasswordValues>) {
  return useSaveForm(userId, {
    ...options,
    fields: passwordFields,
    send: (body: PasswordValues) => unwrap(api.PUT('/user/password', { body })),
  });
}
