import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { deferred } from '#/shared/test/deferred';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { server } from '#/shared/test/server';
import { closeModal, takeAfterLogin, useModalStore } from './modal-store';
import { AuthGate, RequireAuth, useRequireLogin } from './require-auth';

afterEach(closeModal);

describe('AuthGate', () => {
  it('renders nothing until the first check has ended', async () => {
    const { promise, resolve } = deferred<Response>();
    server.use(http.get('*/api/auth/me', () => promise));
    renderApp(
      <AuthGate>
        <p>page</p>
      </AuthGate>,
    );
    expect(screen.queryByText('page')).not.toBeInTheDocument();
    resolve(HttpResponse.json(fakeUser()));
    expect(await screen.findByText('page')).toBeVisible();
  });

  it('renders for a visitor once the check has failed', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    server.use(http.get('*/api/auth/me', () => HttpResponse.error()));
    renderApp(
      <AuthGate>
        <p>page</p>
      </AuthGate>,
    );
    expect(await screen.findByText('page')).toBeVisible();
  });
});

describe('RequireAuth', () => {
  const routes = (
    <Routes>
      <Route path="/" element={<p>home</p>} />
      <Route
        path="/chats/:chatId"
        element={
          <RequireAuth>
            <p>chat</p>
          </RequireAuth>
        }
      />
    </Routes>
  );

  it('closes on a sign-out without asking for the private lists again', async () => {
    const ask = vi.fn(async () => ['private']);
    function Private() {
      const { data } = useQuery({ queryKey: ['sessions', 'u1'], queryFn: ask });
      return <p>{data}</p>;
    }
    const chat = (
      <RequireAuth>
        <Private />
      </RequireAuth>
    );
    const screens = (
      <AuthGate>
        <Routes>
          <Route path="/" element={<p>home</p>} />
          <Route path="/chats/:chatId" element={chat} />
        </Routes>
      </AuthGate>
    );
    const { client } = renderApp(screens, { url: '/chats/ada-lovelace', user: fakeUser() });
    expect(await screen.findByText('private')).toBeVisible();
    client.setQueryData(sharedKeys.me, null);
    expect(await screen.findByText('home')).toBeVisible();
    await waitFor(() => expect(client.getQueryData(['sessions', 'u1'])).toBeUndefined());
    expect(ask).toHaveBeenCalledOnce();
  });

  it('sends a visitor home', () => {
    const { address } = renderApp(routes, { url: '/chats/ada-lovelace', user: null });
    expect(address()).toBe('/');
    expect(screen.getByText('home')).toBeVisible();
  });

  it('lets a user in', () => {
    renderApp(routes, { url: '/chats/ada-lovelace', user: fakeUser() });
    expect(screen.getByText('chat')).toBeVisible();
  });
});

describe('useRequireLogin', () => {
  function Like({ action }: { action: () => void }) {
    const requireLogin = useRequireLogin();
    return (
      <button type="button" onClick={requireLogin(action)}>
        Like
      </button>
    );
  }

  it('runs at once for a user', async () => {
    const action = vi.fn();
    const { user } = renderApp(<Like action={action} />, { user: fakeUser() });
    await user.click(screen.getByRole('button', { name: 'Like' }));
    expect(action).toHaveBeenCalledOnce();
    expect(useModalStore.getState().modal).toBeNull();
  });

  it('opens the login modal for a visitor and leaves the action for afterwards', async () => {
    const action = vi.fn();
    const { user } = renderApp(<Like action={action} />, { user: null });
    await user.click(screen.getByRole('button', { name: 'Like' }));
    expect(action).not.toHaveBeenCalled();
    expect(useModalStore.getState().modal).toBe('login');
    takeAfterLogin()?.();
    expect(action).toHaveBeenCalledOnce();
  });
});
