import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { catalogueKeys } from './keys';

export type Grouping = 'category' | 'name';

/** Characters of each group before Show more (rule catalogue-group-size). */
export const closedGroupSize = 5;
/** Characters fetched by one press of Show more. */
const pageSize = 60;

/**
 * The groups that match a search, each with its first characters. A new search cancels the running request. The
 * page shows the former groups until the new ones arrive. Rule catalogue-search-wait.
 */
export const groupsQuery = (grouping: Grouping, search: string) =>
  infiniteQueryOptions({
    queryKey: catalogueKeys.groups(grouping, search),
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/characters/groups', {
          params: { query: { by: grouping, search, limit: closedGroupSize, cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor || undefined,
    placeholderData: keepPreviousData,
  });

/** The characters of a group after its first ones, by pages. `groupCursor` is the group's cursor. */
export const restOfGroupQuery = (
  grouping: Grouping,
  key: string,
  search: string,
  groupCursor: string,
) =>
  infiniteQueryOptions({
    queryKey: catalogueKeys.group(grouping, key, search, groupCursor),
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        api.GET('/characters', {
          params: {
            query: {
              ...(grouping === 'category' ? { category: key } : { letter: key }),
              search,
              limit: pageSize,
              cursor: pageParam,
            },
          },
          signal,
        }),
      ),
    initialPageParam: groupCursor,
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
