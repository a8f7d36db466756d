import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors';

function mayRetry(failures: number, error: Error): boolean {
  const isTransient = !(error instanceof ApiError) || error.status === 0 || error.status >= 500;
  return failures < 1 && isTransient;
}

/** One cache per application; tests make their own without retries. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Calls are also made while the browser says that it is offline: a failed call can be shown
      // and retried, a paused call cannot.
      queries: {
        staleTime: 60_000,
        retry: mayRetry,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
