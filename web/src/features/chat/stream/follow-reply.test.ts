import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#/shared/api/errors';
import type { ServerEvent } from '#/shared/api/sse';
import type { ReplyEvent } from '../state/reply-event';
import type { StreamOpener } from '../store/stream-opener';
import { followReply } from './follow-reply';

type ScriptedConnection = {
  /**
   * HTTP status with which the connection opens, 200 by default. A refused connection never calls
   * onOpen.
   */
  status?: number;
  refusal?: ApiError;
  events?: [id: number, text: string | 'complete' | 'done'][];
  breaksOff?: boolean;
};

const endData = JSON.stringify({ message_id: 'm2', user_message_id: 'm1', status: 'complete' });

function serverEvent([id, text]: [number, string]): ServerEvent {
  if (text === 'complete' || text === 'done') return { id: `${id}`, event: text, data: endData };
  return { id: id === 0 ? '' : `${id}`, event: 'message', data: JSON.stringify({ content: text }) };
}

/** Returns openers that play one connection after the other, and the calls that opened them. */
function createStreamOpeners(connections: ScriptedConnection[]) {
  const calls: string[] = [];
  const openerNamed = (name: string): StreamOpener =>
    async function* ({ lastEventNumber: after, onOpen }) {
      calls.push(`${name} ${after}`);
      const nextConnection = connections.shift();
      if (!nextConnection) throw new ApiError(0, '', 'network');
      if (nextConnection.refusal) throw nextConnection.refusal;
      onOpen(nextConnection.status ?? 200);
      for (const event of nextConnection.events ?? []) yield serverEvent(event);
      if (nextConnection.breaksOff) throw new ApiError(0, '', 'network');
    };
  return { calls, start: openerNamed('start'), resume: openerNamed('resume') };
}

function startFollowing(connections: ScriptedConnection[], running = false) {
  const { calls, start, resume } = createStreamOpeners(connections);
  const abortController = new AbortController();
  const seenEvents: string[] = [];
  const connectionStates: boolean[] = [];
  const onEvent = (event: ReplyEvent) => {
    seenEvents.push(event.type === 'piece' ? event.text : event.type);
  };
  const wait = vi.fn(async (): Promise<void> => undefined);
  const onAccepted = vi.fn(() => {
    seenEvents.push('accepted');
  });
  const followEnd = followReply({
    startRequest: running ? null : start,
    resume,
    signal: abortController.signal,
    reconnectWaiter: { wait },
    onEvent,
    onAccepted,
    onReplay: () => seenEvents.push('replay'),
    onConnection: (up) => connectionStates.push(up),
  });
  return {
    ended: followEnd,
    calls,
    seen: seenEvents,
    connection: connectionStates,
    wait,
    reader: abortController,
  };
}

const offlineConnection: ScriptedConnection = { refusal: new ApiError(0, '', 'network') };

describe('followReply', () => {
  it('reads to the end on one connection', async () => {
    const run = startFollowing([
      {
        events: [
          [1, 'Good '],
          [2, 'day'],
          [3, 'complete'],
          [4, 'done'],
        ],
      },
    ]);
    await expect(run.ended).resolves.toEqual({ type: 'done' });
    expect(run.calls).toEqual(['start 0']);
    expect(run.seen).toEqual(['accepted', 'replay', 'Good ', 'day', 'complete', 'done']);
  });

  // rule replies-resume
  it('resumes after the last event of a lost connection', async () => {
    const run = startFollowing([
      {
        events: [
          [1, 'Good '],
          [2, 'da'],
        ],
        breaksOff: true,
      },
      offlineConnection,
      {
        events: [
          [3, 'y'],
          [4, 'complete'],
          [5, 'done'],
        ],
      },
    ]);
    await expect(run.ended).resolves.toEqual({ type: 'done' });
    expect(run.calls).toEqual(['start 0', 'resume 2', 'resume 2']);
    expect(run.seen).toEqual(['accepted', 'replay', 'Good ', 'da', 'y', 'complete', 'done']);
    expect(run.wait.mock.calls.map(([ms]: unknown[]) => ms)).toEqual([500, 1000]);
  });

  it('treats a stream that ends without done as a lost connection', async () => {
    const run = startFollowing([
      { events: [[1, 'Good']] },
      {
        events: [
          [2, 'complete'],
          [3, 'done'],
        ],
      },
    ]);
    await expect(run.ended).resolves.toEqual({ type: 'done' });
    expect(run.calls).toEqual(['start 0', 'resume 1']);
  });

  it('resets the number of tries after every event', async () => {
    const flakyConnections = Array.from(
      { length: 15 },
      (_, index): ScriptedConnection => ({
        events: [[index + 1, 'x']],
      }),
    );
    const run = startFollowing([...flakyConnections, { events: [[16, 'done']] }]);
    await expect(run.ended).resolves.toEqual({ type: 'done' });
  });

  it('asks for a replay when no event had a number', async () => {
    const run = startFollowing([
      { events: [[0, 'Good']], breaksOff: true },
      { events: [[0, 'done']] },
    ]);
    await run.ended;
    expect(run.calls).toEqual(['start 0', 'resume 0']);
    expect(run.seen).toEqual(['accepted', 'replay', 'Good', 'replay', 'done']);
  });

  it.each([0, 502, 504])('leaves a call unsent that status %i answers', async (status) => {
    const run = startFollowing([{ refusal: new ApiError(status, '', 'network') }]);
    await expect(run.ended).resolves.toEqual({ type: 'unsent' });
    expect(run.calls).toEqual(['start 0']);
  });

  // rule chat-outbox
  it('leaves a call unsent that a restarting server refuses', async () => {
    const run = startFollowing([{ refusal: new ApiError(503, 'Restarting.', 'shutting_down') }]);
    await expect(run.ended).resolves.toEqual({ type: 'unsent' });
    expect(run.calls).toEqual(['start 0']);
  });

  it('reports a lost and a restored connection', async () => {
    const run = startFollowing([
      { events: [[1, 'a']], breaksOff: true },
      offlineConnection,
      { events: [[2, 'done']] },
    ]);
    await run.ended;
    expect(run.connection).toEqual([true, false, false, true]);
  });

  it.each([400, 403, 409, 422, 429, 500, 503])(
    'does not repeat a call refused with %i',
    async (status) => {
      const run = startFollowing([{ refusal: new ApiError(status, 'no') }]);
      await expect(run.ended).resolves.toMatchObject({ type: 'refused', error: { status } });
      expect(run.calls).toHaveLength(1);
    },
  );

  it('keeps reconnecting during a restart of the server', async () => {
    const run = startFollowing([
      { events: [[1, 'a']], breaksOff: true },
      { refusal: new ApiError(503, 'restarting') },
      { refusal: new ApiError(429, 'slow') },
      { status: 204 },
    ]);
    await expect(run.ended).resolves.toEqual({ type: 'gone' });
  });

  it('gives up after ten tries in a row', async () => {
    const run = startFollowing([{ events: [[1, 'a']] }]);
    await expect(run.ended).resolves.toEqual({ type: 'lost' });
    expect(run.calls).toHaveLength(10);
  });

  it('gives up when reading is refused', async () => {
    const run = startFollowing([{ events: [[1, 'a']] }, { refusal: new ApiError(401, 'no') }]);
    await expect(run.ended).resolves.toMatchObject({ type: 'refused', error: { status: 401 } });
  });

  it('attaches to a running reply without sending', async () => {
    const run = startFollowing(
      [
        {
          events: [
            [1, 'a'],
            [2, 'done'],
          ],
        },
      ],
      true,
    );
    await expect(run.ended).resolves.toEqual({ type: 'done' });
    expect(run.calls).toEqual(['resume 0']);
    expect(run.seen).toEqual(['replay', 'a', 'done']);
  });

  it('ends with gone when no reply runs', async () => {
    const run = startFollowing([{ status: 204 }], true);
    await expect(run.ended).resolves.toEqual({ type: 'gone' });
    expect(run.seen).toEqual([]);
  });

  it('does not reconnect for suggestions once the text is final', async () => {
    const run = startFollowing([
      {
        events: [
          [1, 'a'],
          [2, 'complete'],
        ],
        breaksOff: true,
      },
    ]);
    await expect(run.ended).resolves.toEqual({ type: 'done' });
    expect(run.calls).toHaveLength(1);
  });

  it('ends as aborted when aborted while waiting', async () => {
    const run = startFollowing([{ events: [[1, 'a']], breaksOff: true }]);
    run.wait.mockImplementation(async () => run.reader.abort());
    await expect(run.ended).resolves.toEqual({ type: 'aborted' });
  });

  it('rethrows errors that are not ApiError', async () => {
    const start: StreamOpener = async function* ({ onOpen }) {
      onOpen(200);
      yield serverEvent([1, 'a']);
      throw new TypeError('a mistake of ours');
    };
    const noop = () => undefined;
    const followEnd = followReply({
      startRequest: start,
      resume: start,
      signal: new AbortController().signal,
      reconnectWaiter: { wait: async () => undefined },
      onEvent: noop,
      onAccepted: noop,
      onReplay: noop,
      onConnection: noop,
    });
    await expect(followEnd).rejects.toThrow('a mistake of ours');
  });
});
