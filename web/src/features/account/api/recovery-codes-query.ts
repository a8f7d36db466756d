import { queryOptions, skipToken } from '@tanstack/react-query';
import { accountKeys } from './keys';

/**
 * The recovery codes that the user has not saved yet; undefined without any. The server sends them once, in the
 * answer to `useConfirmTwoFactor`, which writes them to the cache. They are never fetched, and stay while the
 * user visits another page (rule account-recovery-codes).
 */
export function recoveryCodesQuery(userId: string) {
  return queryOptions<readonly string[]>({
    queryKey: accountKeys.recoveryCodes(userId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
