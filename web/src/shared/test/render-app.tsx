import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, parsePath, useLocation } from 'react-router';
import { sharedKeys } from '#/shared/api/keys';
import { createQueryClient } from '#/shared/api/query-client';
import type { User } from '#/shared/api/types';
import { OverlayHistory } from '#/shared/ui/overlay-history';
import { Toaster } from '#/shared/ui/toaster';

interface RenderOptions {
  /** Address to start at. */
  url?: string;
  /** State of the history entry. */
  state?: unknown;
  /** The signed-in user; null is signed out. If undefined, the app asks the server. */
  user?: User | null;
}

function CurrentAddress() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

/** A query client without retries, whose data never becomes stale by time. */
export function createTestClient(): QueryClient {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  return client;
}

/** Renders with the app's providers, a memory router and toasts. `address()` returns the router's address. */
export function renderApp(ui: ReactNode, { url = '/', state, user }: RenderOptions = {}) {
  const client = createTestClient();
  if (user !== undefined) client.setQueryData(sharedKeys.me, user);
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[{ ...parsePath(url), state }]}>
        <OverlayHistory />
        {ui}
        <CurrentAddress />
      </MemoryRouter>
      <Toaster />
    </QueryClientProvider>,
  );
  return {
    ...view,
    client,
    user: userEvent.setup(),
    address: () => view.getByTestId('address').textContent,
  };
}
