import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { toast } from '#/shared/ui/toast';
import type { ContactMessage } from '../model/contact';
import { texts } from '../texts';

/**
 * Sends a message, which the server stores and mails to support. `showRefusal` shows an error at its field. If
 * it returns false, the error belongs to no field, and a toast shows the error.
 */
export function useSendContact(showRefusal: (error: Error) => boolean) {
  return useMutation({
    mutationFn: (message: ContactMessage & { website?: string }) =>
      unwrap(api.POST('/contact', { body: message })),
    onError: (error) => {
      if (!showRefusal(error)) toast.error(errorMessage(error, texts.sendFailed));
    },
  });
}
