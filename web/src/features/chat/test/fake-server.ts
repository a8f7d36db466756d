import { HttpResponse, http } from 'msw';
import type { Message, Profile, Session } from '#/shared/api/types';
import { fakeProfile } from '#/shared/test/fakes';
import { server } from '#/shared/test/server';
import { fakeSession, greeting, replyRow, sessionId } from './fakes';

type Answer = () => Response | Promise<Response>;

/** The data of the fake server and the requests it received. Tests may change it at any time. */
export interface FakeServer {
  messages: Message[];
  hasMore: boolean;
  session: Session;
  sessions: Session[];
  profile: Profile;
  /**
   * Answers to the next calls, in order. Without one, attaching answers 204 and others fail the
   * test.
   */
  sends: Answer[];
  attaches: Answer[];
  regenerates: Answer[];
  stops: Answer[];
  /** Bodies and query strings of the requests. */
  sent: { content: string; client_id: string }[];
  sentTo: string[];
  attached: string[];
  seen: number[];
  /** Signals that abort when the client leaves a stream, in the order of the calls. */
  readers: AbortSignal[];
  reads: number;
}

function next(answers: Answer[], what: string): Response | Promise<Response> {
  const answer = answers.shift();
  if (!answer) throw new Error(`no answer left for ${what}`);
  return answer();
}

function streamCalls(state: FakeServer) {
  const at = `*/api/messages/${sessionId}`;
  return [
    http.post(`${at}/stream`, async ({ request }) => {
      state.readers.push(request.signal);
      state.sentTo.push(new URL(request.url).search);
      state.sent.push((await request.json()) as FakeServer['sent'][number]);
      return next(state.sends, 'a send');
    }),
    http.get(`${at}/stream`, ({ request }) => {
      state.readers.push(request.signal);
      state.attached.push(new URL(request.url).search);
      return state.attaches.shift()?.() ?? new HttpResponse(null, { status: 204 });
    }),
    http.post(`${at}/regenerate`, () => next(state.regenerates, 'a new try')),
    http.post(`${at}/stop`, async ({ request }) => {
      const { seen } = (await request.json()) as { seen: number };
      state.seen.push(seen);
      return next(state.stops, 'a stop');
    }),
  ];
}

/** The plan for one character, or the one for all. */
function planAnswer(id: unknown) {
  const all = id === '2';
  const meta_data = JSON.stringify({
    sub_title: all ? 'Every character, one key.' : 'One character, thirty days.',
    description: all ? 'All characters for a year.' : 'Talk for a month.',
    sub_description: 'One payment.',
  });
  const plan_name = all ? 'Unlock Full Access' : 'Unlock Character';
  const data = { plan_name, amount: all ? '24.00' : '1.00', currency: 'USD', meta_data };
  return HttpResponse.json({ data });
}

/** A server with one conversation that has its greeting. */
export function fakeServer(over: Partial<FakeServer> = {}): FakeServer {
  const session = over.session ?? fakeSession();
  const state: FakeServer = {
    messages: [
      replyRow('g', { content: greeting, suggestions: ['Who taught you?', 'Which engine?'] }),
    ],
    hasMore: false,
    session,
    sessions: [session],
    profile: fakeProfile(),
    sends: [],
    attaches: [],
    regenerates: [],
    stops: [],
    sent: [],
    sentTo: [],
    attached: [],
    seen: [],
    readers: [],
    reads: 0,
    ...over,
  };
  server.use(
    ...streamCalls(state),
    http.get(`*/api/messages/${sessionId}`, () => {
      state.reads += 1;
      return HttpResponse.json({ messages: state.messages, hasMore: state.hasMore });
    }),
    http.post('*/api/session', () => HttpResponse.json(state.session)),
    http.get('*/api/sessions/characterProfile', () =>
      HttpResponse.json({ sessions: state.sessions }),
    ),
    http.get('*/api/admin/plans/:id', ({ params }) => planAnswer(params['id'])),
    http.get('*/api/profile/:slug/similar', () => HttpResponse.json({ data: [] })),
    http.get('*/api/profile/:slug', () => HttpResponse.json(state.profile)),
  );
  return state;
}
