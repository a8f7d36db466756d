import { queryOptions, skipToken } from '@tanstack/react-query';
import { accountKeys } from './keys';

/**
 * The recovery codes that the user has not saved yet; undefined if there are none. The server sends them once,
 * in the answer to `useConfirmTwoFactor`, which writes them to the cache. This query never fetches them. The
 * codes stay while the user visits another page (rule account-recovery-codes).
 */
export function recoveryCodesQuery(userId: string) {
  return queryOptions<readonly string[]>({
    queryKey: accountKeys.recoveryCodes(userId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
