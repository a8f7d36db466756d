import { HttpResponse, http } from 'msw';
import type { LoginSession, Preferences, Privacy, User } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { server, setSignedInCookie } from '#/shared/test/server';

type AccountChange =
  | 'profile'
  | 'password'
  | 'preferences'
  | 'privacy'
  | 'end'
  | 'endOthers'
  | 'resend';

type ResponseAnswer = () => Response | Promise<Response>;

/** The data of the fake server and the changes that it received. */
interface FakeAccount {
  me: User;
  sessions: LoginSession[];
  preferences: Preferences;
  privacy: Privacy;
  /** The answer to each kind of change. A change without one succeeds. */
  nextAnswers: Partial<Record<AccountChange, ResponseAnswer>>;
  /** The changes that were requested, in order. */
  requestedChanges: { kind: string; body?: unknown }[];
}

export function fakeLogin(id: string, over: Partial<LoginSession> = {}): LoginSession {
  return {
    id,
    browser: 'Firefox',
    system: 'Linux',
    last_used_at: '2026-11-20T20:41:00Z',
    created_at: '2026-11-02T08:00:00Z',
    current: false,
    ...over,
  };
}

const noticeGroupStates = (on: boolean) => ({
  character_updates: on,
  interactions: on,
  promotions: on,
  newsletter: on,
});

/** A server with one signed-in user. */
export function fakeAccount(over: Partial<FakeAccount> = {}): FakeAccount {
  const state: FakeAccount = {
    me: fakeUser({ email_verified: true, pending_email: null }),
    sessions: [fakeLogin('own', { current: true })],
    preferences: { notifications: noticeGroupStates(true), mail: noticeGroupStates(false) },
    privacy: {
      public_profile: true,
      activity_status: true,
      analytics: true,
      recommendations: true,
    },
    nextAnswers: {},
    requestedChanges: [],
    ...over,
  };
  const changeHandler =
    (kind: AccountChange, apply: (body: unknown, id: string) => void = () => {}) =>
    async ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
      const body: unknown = await request.json().catch(() => params['id']);
      state.requestedChanges.push({ kind, body });
      const answer = await state.nextAnswers[kind]?.();
      if (answer) return answer;
      apply(body, String(params['id']));
      return HttpResponse.json({ success: true });
    };
  setSignedInCookie();
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json(state.me)),
    http.get('*/api/user/sessions', () => HttpResponse.json({ data: state.sessions })),
    http.put(
      '*/api/user/profile',
      changeHandler('profile', (body) => {
        const { username, email } = body as { username: string; email: string };
        const pending_email = email === state.me.email ? null : email;
        state.me = { ...state.me, username, pending_email };
      }),
    ),
    http.get('*/api/user/preferences', () => HttpResponse.json(state.preferences)),
    http.put(
      '*/api/user/preferences',
      changeHandler('preferences', (body) => {
        state.preferences = body as Preferences;
      }),
    ),
    http.get('*/api/user/privacy', () => HttpResponse.json(state.privacy)),
    http.put(
      '*/api/user/privacy',
      changeHandler('privacy', (body) => {
        state.privacy = body as Privacy;
      }),
    ),
    http.put('*/api/user/password', changeHandler('password')),
    http.delete(
      '*/api/user/sessions/:id',
      changeHandler('end', (_, id) => {
        state.sessions = state.sessions.filter((one) => one.id !== id);
      }),
    ),
    http.post(
      '*/api/user/sessions/end-others',
      changeHandler('endOthers', () => {
        state.sessions = state.sessions.filter(({ current }) => current);
      }),
    ),
    http.post('*/api/auth/verify-email/resend', changeHandler('resend')),
  );
  return state;
}
