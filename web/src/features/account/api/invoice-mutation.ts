import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reopenLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { saveFile } from '#/shared/browser/save-file';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';

/** Fetches an invoice with the user's token and saves it as a file (rule account-payment-invoice). */
export function useDownloadInvoice(userId: string) {
  const client = useQueryClient();
  const downloadMutation = useMutation({
    mutationFn: async (number: string) => {
      const params = { path: { id: number } };
      return (await unwrap(
        api.GET('/purchase/invoice/{id}', { params, parseAs: 'blob' }),
      )) as unknown as Blob;
    },
    onSuccess: (file, number) => saveFile(file, `invoice-${number}.pdf`),
    onError: (error, number) => {
      const retryAfterLogin = () => {
        if (client.getQueryData<User | null>(sharedKeys.me)?.id === userId)
          downloadMutation.mutate(number);
      };
      if (!reopenLogin(error, retryAfterLogin))
        toast.error(errorMessage(error, texts.invoiceFailed));
    },
  });
  return downloadMutation;
}
