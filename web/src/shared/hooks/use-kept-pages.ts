import { useEffect } from 'react';
import { useEntryState } from './use-entry-state';

interface PagedList {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value);

/**
 * Stores the number of shown pages of a list in the history entry. After Back it fetches the same number (rule
 * account-search-wait).
 */
export function useKeptPages(name: string, list: PagedList): void {
  const [keptCount, setKeptCount] = useEntryState(name, 1, isCount);
  const loadedCount = list.data?.pages.length ?? 0;
  const isBehind = loadedCount > 0 && loadedCount < keptCount && list.hasNextPage;
  const isIdle = !list.isFetching && !list.isError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a count changes, not on each render
  useEffect(() => {
    if (loadedCount > keptCount) setKeptCount(loadedCount);
    else if (isBehind && isIdle) void list.fetchNextPage();
  }, [loadedCount, keptCount, isBehind, isIdle]);
}
