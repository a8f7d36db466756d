import { HttpResponse, http } from 'msw';
import type { Message, Profile, Schemas, Session } from '#/shared/api/types';
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
  /** Answers to the next POSTs that send a message, in order. A POST without an answer fails the test. */
  sendAnswers: Answer[];
  /** Answers to the next GETs that attach to a running reply, in order. Without one the answer is 204. */
  attachAnswers: Answer[];
  /** Answers to the next calls that regenerate a reply, in order. A call without an answer fails the test. */
  regenerateAnswers: Answer[];
  /** Bodies of the calls that regenerate a reply. */
  regenerateBodies: unknown[];
  /** Answers to the next POSTs that stop a reply, in order. A POST without an answer fails the test. */
  stopAnswers: Answer[];
  /** Bodies of the POSTs that send a message. */
  sentBodies: { content: string; client_id: string }[];
  /** Query strings of the POSTs that send a message. */
  sendQueries: string[];
  /** Query strings of the GETs that attach to a running reply. */
  attachQueries: string[];
  /** The field `seen` of each POST that stops a reply: how many code points the user has seen. */
  seenLengthsOfStops: number[];
  /** Signals that abort when the client leaves a stream, in the order of the calls. */
  streamSignals: AbortSignal[];
  /** How often the newest messages were fetched. */
  readCount: number;
  /** The allowance in the answer with the newest messages. */
  allowance: Schemas['AllowanceJSON'] | undefined;
  /** Answers to the next calls for a note about a reply, in order. A call without one fails the test. */
  noteAnswers: Answer[];
  /** Ids of the replies for which a note was requested. */
  notedReplyIds: string[];
}

function takeAnswer(answers: Answer[], what: string): Response | Promise<Response> {
  const answer = answers.shift();
  if (!answer) throw new Error(`no answer left for ${what}`);
  return answer();
}

function streamHandlers(state: FakeServer) {
  const at = `*/api/messages/${sessionId}`;
  return [
    http.post(`${at}/stream`, async ({ request }) => {
      state.streamSignals.push(request.signal);
      state.sendQueries.push(new URL(request.url).search);
      state.sentBodies.push((await request.json()) as FakeServer['sentBodies'][number]);
      return takeAnswer(state.sendAnswers, 'a send');
    }),
    http.get(`${at}/stream`, ({ request }) => {
      state.streamSignals.push(request.signal);
      state.attachQueries.push(new URL(request.url).search);
      return state.attachAnswers.shift()?.() ?? new HttpResponse(null, { status: 204 });
    }),
    http.post(`${at}/regenerate`, async ({ request }) => {
      state.regenerateBodies.push(await request.json());
      return takeAnswer(state.regenerateAnswers, 'a new try');
    }),
    http.post(`${at}/stop`, async ({ request }) => {
      const { seen } = (await request.json()) as { seen: number };
      state.seenLengthsOfStops.push(seen);
      return takeAnswer(state.stopAnswers, 'a stop');
    }),
  ];
}

/** The answer with the plan for one character, or with the plan for all ('2'). */
function planAnswer(id: unknown) {
  const isAllPlan = id === '2';
  const meta_data = JSON.stringify({
    sub_title: isAllPlan ? 'Every character, one key.' : 'One character, thirty days.',
    description: isAllPlan ? 'All characters for a year.' : 'Talk for a month.',
    sub_description: 'One payment.',
  });
  const plan_name = isAllPlan ? 'Unlock Full Access' : 'Unlock Character';
  const data = { plan_name, amount: isAllPlan ? '24.00' : '1.00', currency: 'USD', meta_data };
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
    sendAnswers: [],
    attachAnswers: [],
    regenerateAnswers: [],
    regenerateBodies: [],
    stopAnswers: [],
    sentBodies: [],
    sendQueries: [],
    attachQueries: [],
    seenLengthsOfStops: [],
    streamSignals: [],
    readCount: 0,
    allowance: undefined,
    noteAnswers: [],
    notedReplyIds: [],
    ...over,
  };
  server.use(
    ...streamHandlers(state),
    http.get(`*/api/messages/${sessionId}`, () => {
      state.readCount += 1;
      const { messages, hasMore, allowance } = state;
      return HttpResponse.json({ messages, hasMore, allowance });
    }),
    http.post('*/api/messages/:slug/step-outside', async ({ request }) => {
      state.notedReplyIds.push(((await request.json()) as { messageId: string }).messageId);
      return takeAnswer(state.noteAnswers, 'a note');
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
