import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '../api/errors';
import { FailedRead } from './failed';
import { Spinner } from './spinner';

interface LoadedPageProps<T> {
  query: UseQueryResult<T>;
  /** Shown when the answer is 404. */
  notFound?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * A page that needs a query: a spinner while the query loads, then the page, or a failure with a retry. Only a
 * 404 is shown as not found (rule content-article-missing).
 */
export function LoadedPage<T>({ query, notFound: missing, children }: LoadedPageProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Spinner />;
  if (missing && isNotFound(error)) return missing;
  return (
    <FailedRead
      size="page"
      title="The page did not arrive"
      help="The server could not be reached, or could not answer."
      onRetry={() => void refetch()}
    />
  );
}
