import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#/shared/api/errors';
import { FailedPage } from '#/shared/ui/failed-page';
import { Spinner } from '#/shared/ui/spinner';

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** Shown when there is no such thing. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was asked for; until then a spinner, and in its place what went wrong. */
export function Loaded<T>({ query, missing, children }: LoadedProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <Spinner />;
  if (missing && error instanceof ApiError && error.status === 404) return missing;
  return (
    <FailedPage
      title="The page did not arrive"
      help="The server could not be reached, or could not answer."
      onRetry={() => void refetch()}
    />
  );
}
