import type { QueryClient, QueryKey } from '@tanstack/react-query';

function isRead(client: QueryClient, queryKey: QueryKey): boolean {
  return client.isFetching({ queryKey, exact: true }) > 0;
}

/** Shows a guess, unless the server is being asked just now and will tell. */
export function showGuess<T>(client: QueryClient, queryKey: QueryKey, guess: (old: T) => T): void {
  if (isRead(client, queryKey)) return;
  client.setQueryData<T>(queryKey, (old) => old && guess(old));
}

/**
 * Puts what the server has answered to a change into what it answered before. A read that runs
 * meanwhile may have begun before the change, so it is given up and made again.
 */
export async function writeThrough<T>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (old: T) => T,
): Promise<void> {
  const reading = isRead(client, queryKey);
  if (reading) await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<T>(queryKey, (old) => old && change(old));
  if (reading) void client.invalidateQueries({ queryKey, exact: true });
}
