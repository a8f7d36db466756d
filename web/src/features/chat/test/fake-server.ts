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
  sendRequestAnswers: Answer[];
  /** Answers to the next GETs that attach to a running reply, in order. Without one the answer is 204. */
  attachRequestAnswers: Answer[];
  /** Answers to the next calls that regenerate a reply, in order. A call without an answer fails the test. */
  regenerateRequestAnswers: Answer[];
  /** Bodies of the calls that regenerate a reply. */
  regenerateRequestBodies: unknown[];
  /** Answers to the next POSTs that stop a reply, in order. A POST without an answer fails the test. */
  stopRequestAnswers: Answer[];
  /** Bodies of the POSTs that send a message. */
  sendRequestBodies: { content: string; client_id: string }[];
  /** Query strings of the POSTs that send a message. */
  sendRequestQueries: string[];
  /** Query strings of the GETs that attach to a running reply. */
  attachRequestQueries: string[];
  /** The field `seen` of each POST that stops a reply: how many code points the user has seen. */
  seenLengthsOfStops: number[];
  /** Signals that abort when the client leaves a stream, in the order of the calls. */
  streamSignals: AbortSignal[];
  /** How often the newest messages were fetched. */
  newestPageReadCount: number;
  /** The allowance in the answer with the newest messages. */
  allowance: Schemas['AllowanceJSON'] | undefined;
  /** Answers to the next calls for a note about a reply, in order. A call without one fails the test. */
  noteRequestAnswers: Answer[];
  /** Ids of the replies for which a note was requested. */
  noteRequestReplyIds: string[];
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
      state.sendRequestQueries.push(new URL(request.url).search);
      state.sendRequestBodies.push(
        (await request.json()) as FakeServer['sendRequestBodies'][number],
      );
      return takeAnswer(state.sendRequestAnswers, 'a send');
    }),
    http.get(`${at}/stream`, ({ request }) => {
      state.streamSignals.push(request.signal);
      state.attachRequestQueries.push(new URL(request.url).search);
      return state.attachRequestAnswers.shift()?.() ?? new HttpResponse(null, { status: 204 });
    }),
    http.post(`${at}/regenerate`, async ({ request }) => {
      state.regenerateRequestBodies.push(await request.json());
      return takeAnswer(state.regenerateRequestAnswers, 'a new try');
    }),
    http.post(`${at}/stop`, async ({ request }) => {
      const { seen } = (await request.json()) as { seen: number };
      state.seenLengthsOfStops.push(seen);
      return takeAnswer(state.stopRequestAnswers, 'a stop');
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
  const plan = { plan_name, amount: isAllPlan ? '24.00' : '1.00', currency: 'USD', meta_data };
  return HttpResponse.json({ data: plan });
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
    sendRequestAnswers: [],
    attachRequestAnswers: [],
    regenerateRequestAnswers: [],
    regenerateRequestBodies: [],
    stopRequestAnswers: [],
    sendRequestBodies: [],
    sendRequestQueries: [],
    attachRequestQueries: [],
    seenLengthsOfStops: [],
    streamSignals: [],
    newestPageReadCount: 0,
    allowance: undefined,
    noteRequestAnswers: [],
    noteRequestReplyIds: [],
    ...over,
  };
  server.use(
    ...streamHandlers(state),
    http.get(`*/api/messages/${sessionId}`, () => {
      state.newestPageReadCount += 1;
      const { messages, hasMore, allowance } = state;
      return HttpResponse.json({ messages, hasMore, allowance });
    }),
    http.post('*/api/messages/:slug/step-outside', async ({ request }) => {
      state.noteRequestReplyIds.push(((await request.json()) as { messageId: string }).messageId);
      return takeAnswer(state.noteRequestAnswers, 'a note');
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
