import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sharedKeys } from '#/shared/api/keys';
import { openTabChannel } from '../browser/tabs';
import { fetchMessages } from '../log/message-history';
import type { Allowance } from './allowance';

/** Margin (ms) after `more_at`, so that the server's clock has passed it too. */
const clockMarginMs = 1000;
/** Wait (ms) before the next fetch if `more_at` is already past, because the clock of the device is ahead. */
const retryPauseMs = 5 * 60_000;

/**
 * Returns how many messages the user can still send today. The number comes with the newest messages, which the
 * chat fetches after each reply. With `follow`, the hook also fetches the newest messages at `more_at` and when
 * another tab starts a reply (rule chat-meter). Only one mounted component may pass `follow`.
 */
export function useAllowance(sessionId: string, follow: boolean): Allowance | undefined {
  const client = useQueryClient();
  const queryKey = sharedKeys.messages(sessionId);
  const { data, dataUpdatedAt, refetch } = useQuery({
    queryKey,
    queryFn: () => fetchMessages(sessionId),
    // The chat itself fetches the newest messages first. Until then this query must not fetch them
    // too.
    enabled: client.getQueryData(queryKey) !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const allowance = data?.allowance;
  const moreMessagesAt = allowance?.more_at ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer starts the timer again
  useEffect(() => {
    if (!follow || moreMessagesAt === null) return;
    const waitMs = new Date(moreMessagesAt).getTime() - Date.now();
    const timer = setTimeout(
      () => void refetch(),
      waitMs > 0 ? waitMs + clockMarginMs : retryPauseMs,
    );
    return () => clearTimeout(timer);
  }, [follow, moreMessagesAt, dataUpdatedAt, refetch]);

  useEffect(() => {
    if (!follow) return;
    const tabChannel = openTabChannel(() => void refetch());
    return tabChannel.close;
  }, [follow, refetch]);

  return allowance;
}
