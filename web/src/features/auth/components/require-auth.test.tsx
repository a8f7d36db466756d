import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api, unwrap } from '#/shared/api/client';
import { sharedKeys } from '#/shared/api/keys';
import type { User } from '#/shared/api/types';
import { deferred } from '#/shared/test/deferred';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server, setSignedInCookie } from '#/shared/test/server';
import { useRequireLogin } from '../hooks/use-require-login';
import { useSession } from '../hooks/use-session';
import { useWantedPage } from '../hooks/use-wanted-page';
import { closeModal, takeLoginCallback, useModalStore } from '../model/modal-store';
import { RequireAuth } from './require-auth';
import { SessionScope } from './session-scope';

afterEach(closeModal);

function LikeButton({ action }: { action: () => void }) {
  const requireLogin = useRequireLogin();
  return (
    <button type="button" onClick={requireLogin(action)}>
      Like
    </button>
  );
}

/** Presses Like as the given user. Returns a mock of the action that needs a login. */
async function pressLike(options?: { user: User | null }) {
  const action = vi.fn();
  const { user } = renderApp(<LikeButton action={action} />, options);
  await user.click(screen.getByRole('button', { name: 'Like' }));
  return action;
}

describe('while the first check runs', () => {
  const holdFirstCheck = () => {
    const { promise, resolve } = deferred<Response>();
    setSignedInCookie();
    server.use(http.get('*/api/auth/me', () => promise));
    return resolve;
  };

  // rule access-public-while-checking
  it('draws a public page at once, and a private one only after the check', async () => {
    const answerFirstCheck = holdFirstCheck();
    renderApp(
      <SessionScope>
        <p>public</p>
        <RequireAuth>
          <p>private</p>
        </RequireAuth>
      </SessionScope>,
    );
    expect(screen.getByText('public')).toBeVisible();
    expect(screen.queryByText('private')).not.toBeInTheDocument();
    answerFirstCheck(HttpResponse.json(fakeUser()));
    expect(await screen.findByText('private')).toBeVisible();
  });

  it('keeps data fetched during the check when the user is signed in', async () => {
    const answerFirstCheck = holdFirstCheck();
    const fetchData = vi.fn(async () => 'fetched once');
    function Public() {
      const { data } = useQuery({ queryKey: ['characters'], queryFn: fetchData });
      return <p>{data}</p>;
    }
    const { client } = renderApp(
      <SessionScope>
        <Public />
      </SessionScope>,
    );
    expect(await screen.findByText('fetched once')).toBeVisible();
    answerFirstCheck(HttpResponse.json(fakeUser()));
    await waitFor(() => expect(client.getQueryData(sharedKeys.me)).toEqual(fakeUser()));
    expect(fetchData).toHaveBeenCalledOnce();
  });

  it('keeps the data on a visitor’s screen until it is refetched for the user', async () => {
    const answers = ['for everybody', 'for the user'];
    const answerGate = deferred<void>();
    const fetchData = vi.fn(async () => {
      if (answers.length < 2) await answerGate.promise;
      return answers.shift();
    });
    function Public() {
      const { data = 'nothing' } = useQuery({ queryKey: ['profile', 'x'], queryFn: fetchData });
      return <p>{data}</p>;
    }
    const { client } = renderApp(
      <SessionScope>
        <Public />
      </SessionScope>,
      { user: null },
    );
    expect(await screen.findByText('for everybody')).toBeVisible();
    act(() => client.setQueryData(sharedKeys.me, fakeUser()));
    await waitFor(() => expect(fetchData).toHaveBeenCalledTimes(2));
    expect(screen.getByText('for everybody')).toBeVisible();
    answerGate.resolve();
    expect(await screen.findByText('for the user')).toBeVisible();
  });

  it('delays a press until the check ends instead of opening the login', async () => {
    const answerFirstCheck = holdFirstCheck();
    const action = await pressLike();
    expect(action).not.toHaveBeenCalled();
    answerFirstCheck(HttpResponse.json(fakeUser()));
    await waitFor(() => expect(action).toHaveBeenCalledOnce());
    expect(useModalStore.getState().modal).toBeNull();
  });
});

describe('RequireAuth', () => {
  function Home() {
    useWantedPage();
    return <p>home</p>;
  }
  const routes = (
    <Routes>
      <Route path="/" element={<Home />} />
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

  it('closes on a sign-out without fetching the private lists again', async () => {
    const fetchData = vi.fn(async () => ['private']);
    function Private() {
      const { data } = useQuery({ queryKey: ['sessions', 'u1'], queryFn: fetchData });
      return <p>{data}</p>;
    }
    const chatElement = (
      <RequireAuth>
        <Private />
      </RequireAuth>
    );
    const screens = (
      <SessionScope>
        <Routes>
          <Route path="/" element={<p>home</p>} />
          <Route path="/chats/:chatId" element={chatElement} />
        </Routes>
      </SessionScope>
    );
    const { client } = renderApp(screens, { url: '/chats/ada-lovelace', user: fakeUser() });
    expect(await screen.findByText('private')).toBeVisible();
    client.setQueryData(sharedKeys.me, null);
    expect(await screen.findByText('home')).toBeVisible();
    await waitFor(() => expect(client.getQueryData(['sessions', 'u1'])).toBeUndefined());
    expect(fetchData).toHaveBeenCalledOnce();
  });

  // rule access-private-screens
  it('redirects a visitor home', () => {
    const { address } = renderApp(routes, { url: '/chats/ada-lovelace', user: null });
    expect(address()).toBe('/');
    expect(screen.getByText('home')).toBeVisible();
  });

  // rule access-link-goes-on
  it('opens the login modal over home, and the wanted page after the login', async () => {
    const { address, client } = renderApp(routes, {
      url: '/chats/ada-lovelace?a=b',
      user: null,
    });
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(useModalStore.getState().goal).toEqual({ aim: 'talk', character: 'ada-lovelace' });
    expect(address()).toBe('/');
    client.setQueryData(sharedKeys.me, fakeUser());
    act(() => takeLoginCallback()?.());
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace?a=b'));
  });

  // rule access-link-goes-on
  it('opens nothing for a user who signs out', async () => {
    const { client, address } = renderApp(routes, {
      url: '/chats/ada-lovelace',
      user: fakeUser(),
    });
    act(() => void client.setQueryData(sharedKeys.me, null));
    await waitFor(() => expect(address()).toBe('/'));
    expect(useModalStore.getState().modal).toBeNull();
  });

  it('lets a user in', () => {
    renderApp(routes, { url: '/chats/ada-lovelace', user: fakeUser() });
    expect(screen.getByText('chat')).toBeVisible();
  });
});

describe('three states of the user', () => {
  const screens = (
    <SessionScope>
      <Routes>
        <Route path="/" element={<p>home</p>} />
        <Route
          path="/chats/:chatId"
          element={
            <RequireAuth>
              <Chat />
            </RequireAuth>
          }
        />
      </Routes>
    </SessionScope>
  );
  function Chat() {
    return <p>chat, {useSession().status}</p>;
  }

  beforeEach(() => {
    vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(console, 'warn').mockReturnValue();
    setSignedInCookie();
  });

  it.each([
    ['focus', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the network returns', () => window.dispatchEvent(new Event('online'))],
    ['a second has gone by', () => undefined],
  ])('a failed check replaces no address, and is made again when %s', async (_, triggerRetry) => {
    let answer = () => new HttpResponse(null, { status: 503 });
    server.use(http.get('*/api/auth/me', () => answer()));
    const { address } = renderApp(screens, { url: '/chats/ada-lovelace' });
    expect(await screen.findByRole('button', { name: 'Try now' })).toBeVisible();
    expect(address()).toBe('/chats/ada-lovelace');
    answer = () => HttpResponse.json(fakeUser());
    act(triggerRetry);
    expect(await screen.findByText('chat, in')).toBeVisible();
    expect(address()).toBe('/chats/ada-lovelace');
  });

  it('a press runs its action although the check failed', async () => {
    server.use(http.get('*/api/auth/me', () => new HttpResponse(null, { status: 503 })));
    const action = await pressLike();
    await waitFor(() => expect(action).toHaveBeenCalledOnce());
    expect(useModalStore.getState().modal).toBeNull();
  });

  it('a login that ends leaves the screens open and keeps their data', async () => {
    server.use(http.get('*/api/sessions', () => refusal(401, 'Not signed in')));
    const { client } = renderApp(screens, { url: '/chats/ada-lovelace', user: fakeUser() });
    client.setQueryData(['sessions', 'u1'], ['private']);
    await expect(unwrap(api.GET('/sessions'))).rejects.toMatchObject({ status: 401 });
    expect(await screen.findByText('chat, ended')).toBeVisible();
    expect(client.getQueryData(['sessions', 'u1'])).toEqual(['private']);
  });

  it('a 401 of another call does not end the login if the check succeeds', async () => {
    server.use(
      http.get('*/api/sessions', () => refusal(401, 'Not signed in')),
      http.get('*/api/auth/me', () => new HttpResponse(null, { status: 503 })),
    );
    renderApp(screens, { url: '/chats/ada-lovelace', user: fakeUser() });
    await expect(unwrap(api.GET('/sessions'))).rejects.toMatchObject({ status: 401 });
    await waitFor(() => expect(console.error).toHaveBeenCalled());
    expect(screen.getByText('chat, in')).toBeVisible();
  });

  // rule accounts-logout-all-tabs
  it('signing out in another tab closes the screens of this one', async () => {
    const { client, address } = renderApp(screens, {
      url: '/chats/ada-lovelace',
      user: fakeUser(),
    });
    client.setQueryData(['sessions', 'u1'], ['private']);
    const otherTab = new BroadcastChannel('colloquy-login');
    otherTab.postMessage('nonsense');
    otherTab.postMessage({ from: 'other', news: 'signed-out' });
    expect(await screen.findByText('home')).toBeVisible();
    expect(address()).toBe('/');
    expect(client.getQueryData(['sessions', 'u1'])).toBeUndefined();
    otherTab.close();
  });

  it('signing in in another tab signs this one in', async () => {
    server.use(http.get('*/api/auth/me', () => HttpResponse.json(fakeUser())));
    const { client } = renderApp(screens, { user: null });
    const otherTab = new BroadcastChannel('colloquy-login');
    otherTab.postMessage({ from: 'other', news: 'signed-in' });
    await waitFor(() => expect(client.getQueryData(sharedKeys.me)).toEqual(fakeUser()));
    otherTab.close();
  });
});

describe('useRequireLogin', () => {
  it('runs at once for a user', async () => {
    const action = await pressLike({ user: fakeUser() });
    expect(action).toHaveBeenCalledOnce();
    expect(useModalStore.getState().modal).toBeNull();
  });

  // rule access-login-first
  it('opens the login modal for a visitor and runs the action after the login', async () => {
    const action = await pressLike({ user: null });
    expect(action).not.toHaveBeenCalled();
    expect(useModalStore.getState().modal).toBe('login');
    takeLoginCallback()?.();
    expect(action).toHaveBeenCalledOnce();
  });
});
