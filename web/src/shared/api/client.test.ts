import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeUser } from '#/shared/test/fakes';
import { refusal, server } from '#/shared/test/server';
import { api, unwrap } from './client';

const warn = vi.fn();

beforeEach(() => {
  warn.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(warn);
});

/** Answers /auth/me with `answer` and records the Authorization header of every call. */
function recordAuthorizations(answer: (call: number) => Response): (string | null)[] {
  const authorizations: (string | null)[] = [];
  server.use(
    http.get('*/api/auth/me', ({ request }) => {
      authorizations.push(request.headers.get('Authorization'));
      return answer(authorizations.length);
    }),
  );
  return authorizations;
}

describe('client', () => {
  it('sends the stored token and returns the data', async () => {
    localStorage.setItem('token', 'abc');
    const seenAuthorizations = recordAuthorizations(() => HttpResponse.json(fakeUser()));
    await expect(unwrap(api.GET('/auth/me'))).resolves.toMatchObject({ username: 'mirela' });
    expect(seenAuthorizations).toEqual(['Bearer abc']);
  });

  it('sends no header without a token', async () => {
    const seenTokens = recordAuthorizations(() => HttpResponse.json(fakeUser()));
    await unwrap(api.GET('/auth/me'));
    expect(seenTokens).toEqual([null]);
  });

  // rule accounts-401-logged
  it('logs a 401 and throws it, without a second call', async () => {
    const seenTokens = recordAuthorizations(() => refusal(401, 'Not signed in', 'unauthorized'));
    await expect(unwrap(api.GET('/auth/me'))).rejects.toMatchObject({ status: 401 });
    expect(warn).toHaveBeenCalledExactlyOnceWith('Unauthorized access - please log in');
    expect(seenTokens).toHaveLength(1);
  });

  // rule accounts-credential-mismatch
  it('drops a token that belongs to another user and tries once more', async () => {
    localStorage.setItem('token', 'stale');
    const seenTokens = recordAuthorizations((call) =>
      call === 1 ? refusal(401, 'Two users', 'credential_mismatch') : HttpResponse.json(fakeUser()),
    );
    await expect(unwrap(api.GET('/auth/me'))).resolves.toMatchObject({ id: 'u1' });
    expect(seenTokens).toEqual(['Bearer stale', null]);
    expect(localStorage.getItem('token')).toBeNull();
    expect(warn).not.toHaveBeenCalled();
  });

  it('sends the body again when it tries once more', async () => {
    localStorage.setItem('token', 'stale');
    const bodies: unknown[] = [];
    server.use(
      http.post('*/api/auth/login', async ({ request }) => {
        bodies.push(await request.json());
        return bodies.length === 1
          ? refusal(401, 'Two users', 'credential_mismatch')
          : HttpResponse.json({ token: 't', user: fakeUser() });
      }),
    );
    const body = { email: 'a@b.example', password: 'secret' };
    await unwrap(api.POST('/auth/login', { body }));
    expect(bodies).toEqual([body, body]);
  });

  it('does not try a third time', async () => {
    localStorage.setItem('token', 'stale');
    const seenTokens = recordAuthorizations(() => refusal(401, 'Two users', 'credential_mismatch'));
    await expect(unwrap(api.GET('/auth/me'))).rejects.toMatchObject({ status: 401 });
    expect(seenTokens).toHaveLength(2);
  });

  it('turns an unreachable server into status 0', async () => {
    server.use(http.get('*/api/auth/me', () => HttpResponse.error()));
    await expect(unwrap(api.GET('/auth/me'))).rejects.toMatchObject({ status: 0, code: 'network' });
  });

  it('rethrows an abort', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(unwrap(api.GET('/auth/me', { signal: controller.signal }))).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});
