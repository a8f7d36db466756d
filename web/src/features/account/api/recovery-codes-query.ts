import { queryOptions, skipToken } from '@tanstack/react-query';
import { accountKeys } from './keys';

/**
 * The recovery codes that the user has not kept yet; empty if there are none. The server answers them
 * once, to the mutation that writes them here, so that they outlive a visit to another page.
 */
export function recoveryCodesQuery(userId: string) {
  return queryOptions<readonly string[]>({
    queryKey: accountKeys.recoveryCodes(userId),
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
