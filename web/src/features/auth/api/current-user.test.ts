import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeUser } from '#/shared/test/fakes';
import { createTestClient } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { currentUserQuery } from './current-user';

const error = vi.fn();
const warn = vi.fn();

beforeEach(() => {
  error.mockReset();
  warn.mockReset();
  vi.spyOn(console, 'error').mockImplementation(error);
  vi.spyOn(console, 'warn').mockImplementation(warn);
  delete window.__me;
});

function meAnswers(answer: () => Response) {
  const calls = vi.fn(answer);
  server.use(http.get('*/api/auth/me', calls));
  return calls;
}

const ask = () => createTestClient().fetchQuery(currentUserQuery);

describe('current user', () => {
  it('is the user that the server names', async () => {
    meAnswers(() => HttpResponse.json(fakeUser()));
    await expect(ask()).resolves.toMatchObject({ username: 'mirela' });
  });

  it('is nobody after a 401, and the dead token goes', async () => {
    localStorage.setItem('token', 'dead');
    meAnswers(() => refusal(401, 'Not signed in', 'unauthorized'));
    await expect(ask()).resolves.toBeNull();
    expect(localStorage.getItem('token')).toBeNull();
    expect(error).not.toHaveBeenCalled();
  });

  it('is nobody, logged, when the check fails otherwise, and the token stays', async () => {
    localStorage.setItem('token', 'alive');
    meAnswers(() => new HttpResponse(null, { status: 503 }));
    await expect(ask()).resolves.toBeNull();
    expect(error).toHaveBeenCalledExactlyOnceWith('Auth check failed', expect.anything());
    expect(localStorage.getItem('token')).toBe('alive');
  });

  it('uses the early answer once, without a second call', async () => {
    const calls = meAnswers(() => HttpResponse.json(fakeUser({ username: 'late' })));
    window.__me = Promise.resolve(Response.json(fakeUser({ username: 'early' })));
    await expect(ask()).resolves.toMatchObject({ username: 'early' });
    expect(calls).not.toHaveBeenCalled();
    await expect(ask()).resolves.toMatchObject({ username: 'late' });
  });

  it('believes an early 401 when no token was sent', async () => {
    const calls = meAnswers(() => HttpResponse.json(fakeUser()));
    window.__me = Promise.resolve(new Response(null, { status: 401 }));
    await expect(ask()).resolves.toBeNull();
    expect(calls).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledExactlyOnceWith('Unauthorized access - please log in');
  });

  it.each([
    ['was lost', Promise.resolve(null)],
    ['was a fault', Promise.resolve(new Response(null, { status: 500 }))],
    ['was no JSON', Promise.resolve(new Response('<html>'))],
  ])('asks again when the early answer %s', async (_, early) => {
    meAnswers(() => HttpResponse.json(fakeUser()));
    window.__me = early;
    await expect(ask()).resolves.toMatchObject({ username: 'mirela' });
  });

  it('asks again after an early 401 with a token, which may belong to another user', async () => {
    localStorage.setItem('token', 'stale');
    const calls = meAnswers(() =>
      calls.mock.calls.length === 1
        ? refusal(401, 'Two users', 'credential_mismatch')
        : HttpResponse.json(fakeUser()),
    );
    window.__me = Promise.resolve(new Response(null, { status: 401 }));
    await expect(ask()).resolves.toMatchObject({ username: 'mirela' });
  });
});
