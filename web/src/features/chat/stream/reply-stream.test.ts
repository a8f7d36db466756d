import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { server } from '#/shared/test/server';
import { streamOf } from '#/shared/test/sse';
import type { ReplyEvent } from '../state/reply-event';
import type { StreamOpener } from '../store/stream-opener';
import { parseReplyEvent } from './reply-events';
import { attachToReply, regenerateReply, sendMessage } from './reply-stream';

const streamText =
  ':\n\nid: 1\ndata: {"content":"naïve "}\n\nid: 2\ndata: {"content":"€😀"}\n\n' +
  'id: 3\ndata: {"content":"naïve €","replace":true}\n\n' +
  'id: 4\nevent: complete\ndata: {"message_id":"m2","user_message_id":"m1","status":"complete"}\n\n' +
  'id: 5\ndata: {"content":"","suggestions":["A?"]}\n\n' +
  'id: 6\nevent: done\ndata: {"message_id":"m2","user_message_id":"m1","status":"complete"}\n\n';
const end = { messageId: 'm2', userMessageId: 'm1', status: 'complete' };
const expectedEvents: ReplyEvent[] = [
  { type: 'piece', text: 'naïve ' },
  { type: 'piece', text: '€😀' },
  { type: 'replace', text: 'naïve €' },
  { type: 'complete', end: { ...end, status: 'complete' } },
  { type: 'suggestions', list: ['A?'] },
  { type: 'done', end: { ...end, status: 'complete' } },
];

async function readAllEvents(open: StreamOpener, after = 0) {
  const statuses: number[] = [];
  const events: ReplyEvent[] = [];
  const { signal } = new AbortController();
  for await (const raw of open({
    lastEventNumber: after,
    signal,
    onOpen: (status) => statuses.push(status),
  })) {
    events.push(...parseReplyEvent(raw));
  }
  return { events, statuses };
}

describe('a reply stream', () => {
  it('is parsed alike however the network splits it', async () => {
    const bytes = new TextEncoder().encode(streamText);
    let cutOffset = 0;
    // The loop makes hundreds of calls, and a mocked fetch is faster than the mock server.
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      streamOf([bytes.slice(0, cutOffset), bytes.slice(cutOffset)]),
    );
    for (cutOffset = 1; cutOffset < bytes.length; cutOffset += 1) {
      const { events } = await readAllEvents(sendMessage('u1_20', 'Hello', 'user-1'));
      expect(events, `cut at byte ${cutOffset}`).toEqual(expectedEvents);
    }
  });

  it('is opened by a send, after a given event', async () => {
    const seen: unknown[] = [];
    server.use(
      http.post('*/api/messages/u1_20/stream', async ({ request }) => {
        seen.push(new URL(request.url).search, await request.json());
        return streamOf([streamText]);
      }),
    );
    const { statuses } = await readAllEvents(sendMessage('u1_20', 'Hello', 'user-1'), 3);
    expect(seen).toEqual(['?after=3', { content: 'Hello', client_id: 'user-1' }]);
    expect(statuses).toEqual([200]);
  });

  it('is attached to by id, or answers 204', async () => {
    const queries: string[] = [];
    server.use(
      http.get('*/api/messages/u1_20/stream', ({ request }) => {
        queries.push(new URL(request.url).search);
        return new HttpResponse(null, { status: 204 });
      }),
    );
    await expect(readAllEvents(attachToReply('u1_20', 'm2'), 7)).resolves.toEqual({
      events: [],
      statuses: [204],
    });
    expect(queries).toEqual(['?reply=m2&after=7']);
  });

  it('is opened by regenerating', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('*/api/messages/u1_20/regenerate', async ({ request }) => {
        bodies.push(await request.json());
        return streamOf([streamText]);
      }),
    );
    const body = { message_id: 'm2', guidance: 'shorter' };
    const { events } = await readAllEvents(regenerateReply('u1_20', body));
    expect(events).toEqual(expectedEvents);
    expect(bodies).toEqual([body]);
  });
});
