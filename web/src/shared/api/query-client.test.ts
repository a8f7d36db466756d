import { onlineManager } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from './errors';
import { createQueryClient } from './query-client';

it.each([
  [new ApiError(0, '', 'network'), 2],
  [new ApiError(503, ''), 2],
  [new ApiError(404, ''), 1],
  [new ApiError(401, ''), 1],
])('tries again once after a transient failure only: %s', async (error, calls) => {
  const queryFn = vi.fn().mockRejectedValue(error);
  const client = createQueryClient();
  await expect(
    client.fetchQuery({
      queryKey: ['x'],
      queryFn,
      retry: client.getDefaultOptions().queries?.retry ?? false,
      retryDelay: 0,
    }),
  ).rejects.toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(calls);
});

afterEach(() => onlineManager.setOnline(true));

it('makes calls also while offline, so that a failure is shown', async () => {
  onlineManager.setOnline(false);
  const client = createQueryClient();
  const notFoundError = new ApiError(404, '');
  const refusedCall = vi.fn().mockRejectedValue(notFoundError);
  await expect(client.fetchQuery({ queryKey: ['x'], queryFn: refusedCall })).rejects.toBe(
    notFoundError,
  );
  const mutation = client.getMutationCache().build(client, { mutationFn: refusedCall });
  await expect(mutation.execute(undefined)).rejects.toBe(notFoundError);
});
