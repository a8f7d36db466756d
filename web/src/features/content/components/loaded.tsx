import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '#/shared/api/errors';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
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
    <div className="wrap notice-page" role="alert">
      <EmptyState
        bare
        title="The page did not arrive"
        help="The server could not be reached, or could not answer."
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    </div>
  );
}
