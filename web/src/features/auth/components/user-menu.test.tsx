import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { SessionScope } from './session-scope';
import { UserMenu } from './user-menu';

const logoutPath = '*/api/auth/logout';

async function logOut() {
  localStorage.setItem('token', 'abc');
  localStorage.setItem('drafts', '{}');
  sessionStorage.setItem('comment_drafts', '{}');
  const menu = <UserMenu user={fakeUser()} unreadCount={0} />;
  const view = renderApp(<SessionScope>{menu}</SessionScope>, {
    url: '/chats/x',
    user: fakeUser(),
  });
  view.client.setQueryData(['sessions', 'u1'], ['private']);
  await view.user.click(screen.getByRole('button', { name: 'mirela: user menu' }));
  await view.user.click(screen.getByRole('button', { name: 'Sign out' }));
  return view;
}

describe('user menu', () => {
  // rule accounts-display-name
  it('shows the part before the at sign when there is no username', async () => {
    renderApp(
      <UserMenu user={fakeUser({ username: '', email: 'jo@x.example' })} unreadCount={0} />,
    );
    expect(screen.getByRole('button', { name: 'jo: user menu' })).toBeVisible();
  });

  // rule account-menu-entry
  it('links to the profile', async () => {
    const { user, address } = renderApp(<UserMenu user={fakeUser()} unreadCount={0} />, {
      user: fakeUser(),
    });
    await user.click(screen.getByRole('button', { name: 'mirela: user menu' }));
    await user.click(screen.getByRole('link', { name: 'Profile' }));
    expect(address()).toBe('/user?section=profile');
  });

  // rule accounts-logout
  it('on a sign-out clears token, drafts and cache and goes home', async () => {
    server.use(http.post(logoutPath, () => HttpResponse.json({ message: 'bye' })));
    const { client, address } = await logOut();
    await waitFor(() => expect(client.getQueryData(sharedKeys.me)).toBeNull());
    await waitFor(() => expect(client.getQueryData(['sessions', 'u1'])).toBeUndefined());
    expect(localStorage.getItem('token')).toBeNull();
    expect(localStorage.getItem('drafts')).toBeNull();
    expect(sessionStorage.getItem('comment_drafts')).toBeNull();
    expect(address()).toBe('/');
  });

  it('signs out although the session had already ended', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    server.use(http.post(logoutPath, () => refusal(401, 'Not signed in', 'unauthorized')));
    const { client } = await logOut();
    await waitFor(() => expect(client.getQueryData(sharedKeys.me)).toBeNull());
  });

  // rule accounts-logout-failure
  it('stays signed in after a failed sign-out, which is logged and shown', async () => {
    const consoleError = vi.spyOn(console, 'error').mockReturnValue();
    server.use(http.post(logoutPath, () => new HttpResponse(null, { status: 500 })));
    const { client } = await logOut();
    expect(await screen.findByText('Sign-out failed')).toBeVisible();
    expect(consoleError).toHaveBeenCalledWith('Sign-out failed', expect.anything());
    expect(client.getQueryData(sharedKeys.me)).not.toBeNull();
    expect(localStorage.getItem('token')).toBe('abc');
  });
});
