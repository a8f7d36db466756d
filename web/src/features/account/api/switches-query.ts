import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { accountKeys } from './keys';

/**
 * A save sends all switches of a group, not only the pressed one. So the cached states must include changes of
 * other tabs and devices (rule account-switches).
 */
const alwaysFreshOptions = { staleTime: 0, refetchOnWindowFocus: true } as const;

/** The user's notice switches: in the app and by mail. */
export function preferencesQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.preferences(userId),
    queryFn: ({ signal }) => unwrap(api.GET('/user/preferences', { signal })),
    ...alwaysFreshOptions,
  });
}

/** The user's privacy switches. */
export function privacyQuery(userId: string) {
  return queryOptions({
    queryKey: accountKeys.privacy(userId),
    queryFn: ({ signal }) => unwrap(api.GET('/user/privacy', { signal })),
    ...alwaysFreshOptions,
  });
}
