import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { contentKeys } from './keys';

const staleTime = 5 * 60_000;

/** One article, with a list of other articles. Throws ApiError 404 for an unknown slug. */
export const articleQuery = (slug: string) =>
  queryOptions({
    queryKey: contentKeys.article(slug),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/feeds/{url_slug}', { params: { path: { url_slug: slug } }, signal })),
    staleTime,
  });

/** One of the nine static pages by its key (rule content-static-pages). */
export const pageQuery = (key: string) =>
  queryOptions({
    queryKey: contentKeys.page(key),
    queryFn: ({ signal }) => unwrap(api.GET('/pages/{key}', { params: { path: { key } }, signal })),
    staleTime,
  });
