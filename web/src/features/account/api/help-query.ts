import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { accountKeys } from './keys';

/** The content of Help & Support (rule help-content). */
export const helpQuery = queryOptions({
  queryKey: accountKeys.help,
  queryFn: ({ signal }) => unwrap(api.GET('/help', { signal })),
  staleTime: 5 * 60_000,
});
