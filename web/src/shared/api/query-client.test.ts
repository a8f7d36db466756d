import { expect, it, vi } from 'vitest';
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
