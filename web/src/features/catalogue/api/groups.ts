import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { catalogueKeys } from './keys';

export type Grouping = 'category' | 'name';

/** Characters of each group before Show more (rule catalogue-group-size). */
export const closedGroupSize = 5;
/** Characters fetched by one press of Show more. */
const pageSize = 60;

/**
 * The groups that match a search, each with its first characters. A new search cancels the running
 * request. The former groups are shown until the new ones arrive.
 */
export const groupsQuery = (by: Grouping, search: string) =>
  infiniteQueryOptions({
    queryKey: catalogueKeys.groups(by, search),
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/characters/groups', {
          params: { query: { by, search, limit: closedGroupSize, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    placeholderData: keepPreviousData,
  });

/** The characters of a group after its first ones, by pages. `after` is the group's cursor. */
export const restOfGroupQuery = (by: Grouping, key: string, search: string, after: string) =>
  infiniteQueryOptions({
    queryKey: catalogueKeys.group(by, key, search, after),
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/characters', {
          params: {
            query: {
              ...(by === 'category' ? { category: key } : { letter: key }),
              search,
              limit: pageSize,
              cursor: pageParam,
            },
          },
          signal,
        }),
      ),
    initialPageParam: after,
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  });

/** All characters with a tag. */
export const taggedQuery = (tag: string) =>
  infiniteQueryOptions({
    queryKey: catalogueKeys.tagged(tag),
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/characters', {
          params: { query: { tag, limit: pageSize, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
  });

export const tagsQuery = queryOptions({
  queryKey: catalogueKeys.tags,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/tags', { signal }))).data,
  staleTime: 5 * 60_000,
});
