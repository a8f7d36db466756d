import type { QueryClient, QueryKey } from '@tanstack/react-query';

function isFetching(client: QueryClient, queryKey: QueryKey): boolean {
  return client.isFetching({ queryKey, exact: true }) > 0;
}

/**
 * Writes an optimistic value into the cached query. Does nothing while the query is being fetched (rule
 * marks-server-decides).
 */
export function writeOptimisticValue<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (old: T) => T,
): void {
  if (isFetching(client, queryKey)) return;
  client.setQueryData<T>(queryKey, (old) => old && change(old));
}

/**
 * Writes the server's answer to a change into the cached query. A running fetch may have started before
 * the change, so it is cancelled and repeated.
 */
export async function writeServerAnswer<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (old: T) => T,
): Promise<void> {
  const wasFetching = isFetching(client, queryKey);
  if (wasFetching) await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey, (old) => old && change(old));
  if (wasFetching) void client.invalidateQueries({ queryKey, exact: true });
}
