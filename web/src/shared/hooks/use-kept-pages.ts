import { useEffect } from 'react';
import { useEntryState } from './use-entry-state';

interface Paged {
  data: { pages: readonly unknown[] } | undefined;
  hasNextPage: boolean;
  isFetching: boolean;
  isError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value);

/** Fetches as many pages of a list as the history entry had shown when it was left. */
export function useKeptPages(name: string, list: Paged): void {
  const [kept, keep] = useEntryState(name, 1, isCount);
  const loaded = list.data?.pages.length ?? 0;
  const behind = loaded > 0 && loaded < kept && list.hasNextPage;
  const idle = !list.isFetching && !list.isError;
  // biome-ignore lint/correctness/useExhaustiveDependencies: acts on the counts, not on each render
  useEffect(() => {
    if (loaded > kept) keep(loaded);
    else if (behind && idle) void list.fetchNextPage();
  }, [loaded, kept, behind, idle]);
}
