import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { sharedKeys } from '#/shared/api/keys';
import { createQueryClient } from '#/shared/api/query-client';
import type { User } from '#/shared/api/types';
import { OverlayHistory } from '#/shared/ui/overlay-history';
import { Toaster } from '#/shared/ui/toaster';

interface RenderOptions {
  /** Address to start at. */
  url?: string;
  /** Fills the current-user query; null is signed out, undefined leaves it to the server. */
  user?: User | null;
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

/** A client that never retries and never calls data stale by itself. */
export function createTestClient(): QueryClient {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } });
  return client;
}

/** Renders with the application's providers, a memory router and toasts; `address()` is where the router stands. */
export function renderApp(ui: ReactNode, { url = '/', user }: RenderOptions = {}) {
  const client = createTestClient();
  if (user !== undefined) client.setQueryData(sharedKeys.me, user);
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[url]}>
        <OverlayHistory />
        {ui}
        <Address />
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
