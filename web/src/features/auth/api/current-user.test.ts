import { CancelledError } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dropCredentials } from '#/shared/browser/credentials';
import { fakeUser } from '#/shared/test/fakes';
import { createTestClient } from '#/shared/test/render-app';
import { refusal, server, setSignedInCookie } from '#/shared/test/server';
import { currentUserQuery } from './current-user';

const consoleError = vi.fn();

beforeEach(() => {
  consoleError.mockReset();
  vi.spyOn(console, 'error').mockImplementation(consoleError);
  vi.spyOn(console, 'warn').mockReturnValue();
  setSignedInCookie();
});

function serveCurrentUser(answer: () => Response) {
  const meHandler = vi.fn(answer);
  server.use(http.get('*/api/auth/me', meHandler));
  return meHandler;
}

const fetchUser = () => createTestClient().fetchQuery(currentUserQuery);

describe('current user', () => {
  it('is the user that the server names', async () => {
    serveCurrentUser(() => HttpResponse.json(fakeUser()));
    await expect(fetchUser()).resolves.toMatchObject({ username: 'mirela' });
  });

  // rule accounts-user-signed-out
  it('is null after a 401, which removes the refused token and the signed-in cookie', async () => {
    localStorage.setItem('token', 'dead');
    serveCurrentUser(() => refusal(401, 'Not signed in', 'unauthorized'));
    await expect(fetchUser()).resolves.toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    expect(document.cookie).toBe('');
    expect(consoleError).not.toHaveBeenCalled();
  });

  // rule accounts-user-unknown
  it('is unknown after any other failure, which is logged and keeps the token', async () => {
    localStorage.setItem('token', 'alive');
    serveCurrentUser(() => new HttpResponse(null, { status: 503 }));
    await expect(fetchUser()).rejects.toMatchObject({ status: 503 });
    expect(consoleError).toHaveBeenCalledExactlyOnceWith('Auth check failed', expect.anything());
    expect(localStorage.getItem('token')).toBe('alive');
  });

  // rule accounts-user-unknown
  it('is not logged as a failure when a sign-in cancels the check', async () => {
    const calls = serveCurrentUser(() => HttpResponse.json(fakeUser()));
    const client = createTestClient();
    const fetchResult = client.fetchQuery(currentUserQuery).catch((reason: unknown) => reason);
    await client.cancelQueries({ queryKey: currentUserQuery.queryKey });
    await expect(fetchResult).resolves.toBeInstanceOf(CancelledError);
    await client.fetchQuery(currentUserQuery);
    expect(calls).toHaveBeenCalled();
    expect(consoleError).not.toHaveBeenCalled();
  });

  it.each([
    ['a token', () => localStorage.setItem('token', 'abc')],
    ['the signed-in cookie', setSignedInCookie],
  ])('is asked for by %s', async (_, hold) => {
    dropCredentials();
    hold();
    serveCurrentUser(() => HttpResponse.json(fakeUser()));
    await expect(fetchUser()).resolves.toMatchObject({ username: 'mirela' });
  });

  // rule accounts-user-signed-out
  it('is null without a call in a browser without credentials', async () => {
    dropCredentials();
    const calls = serveCurrentUser(() => HttpResponse.json(fakeUser()));
    await expect(fetchUser()).resolves.toBeNull();
    expect(calls).not.toHaveBeenCalled();
  });
});
