import { HttpResponse, http } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { refusal, server } from '#/shared/test/server';
import { streamOf } from '#/shared/test/sse';
import { type EventStreamOptions, openEventStream, type ServerEvent } from './sse';

const path = '/messages/u1_20/stream';

function answerPost(make: (request: Request) => Response | Promise<Response>) {
  server.use(
    http.post(`*/api${path}`, ({ request }) => make(request)),
    http.get(`*/api${path}`, ({ request }) => make(request)),
  );
}

async function collectEvents(options?: EventStreamOptions): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of openEventStream(path, options)) events.push(event);
  return events;
}

describe('openEventStream', () => {
  it('yields id, event and data, and skips comments', async () => {
    answerPost(() =>
      streamOf([': alive\n\nid: 1\ndata: {"content":"Good "}\n\n', 'event: done\ndata: {}\n\n']),
    );
    await expect(collectEvents()).resolves.toEqual([
      { id: '1', event: 'message', data: '{"content":"Good "}' },
      { id: '', event: 'done', data: '{}' },
    ]);
  });

  it('joins a UTF-8 character that is split between chunks', async () => {
    const bytes = new TextEncoder().encode('data: naïve €😀\n\n');
    const singleBytes = [...bytes].map((byte) => Uint8Array.of(byte));
    answerPost(() => streamOf(singleBytes));
    await expect(collectEvents()).resolves.toEqual([
      { id: '', event: 'message', data: 'naïve €😀' },
    ]);
  });

  it('posts JSON with the token and asks for an event stream', async () => {
    localStorage.setItem('token', 'abc');
    let seen: Record<string, unknown> = {};
    answerPost(async (request) => {
      seen = {
        method: request.method,
        accept: request.headers.get('Accept'),
        token: request.headers.get('Authorization'),
        body: await request.json(),
      };
      return streamOf([]);
    });
    await collectEvents({ body: { content: 'Hello' } });
    expect(seen).toEqual({
      method: 'POST',
      accept: 'text/event-stream',
      token: 'Bearer abc',
      body: { content: 'Hello' },
    });
  });

  it('throws the refusal of the server', async () => {
    answerPost(() => refusal(403, 'This character is locked', 'character_locked'));
    await expect(collectEvents()).rejects.toMatchObject({ status: 403, code: 'character_locked' });
  });

  it('throws a refusal whose body is no JSON', async () => {
    answerPost(() => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 }));
    await expect(collectEvents()).rejects.toMatchObject({ status: 502, message: '' });
  });

  it('yields what has arrived, then throws status 0 when the connection breaks', async () => {
    answerPost(() => streamOf(['data: a\n\n'], 'break'));
    const events: string[] = [];
    const read = async () => {
      for await (const event of openEventStream(path)) events.push(event.data);
    };
    await expect(read()).rejects.toMatchObject({ status: 0, code: 'network' });
  });

  it('yields nothing for an answer without a body', async () => {
    answerPost(() => new HttpResponse(null, { status: 204 }));
    await expect(collectEvents({ method: 'GET' })).resolves.toEqual([]);
  });

  it.each([200, 204])('calls onOpen with status %i', async (status) => {
    answerPost(() => (status === 200 ? streamOf([]) : new HttpResponse(null, { status })));
    const onOpen = vi.fn();
    await collectEvents({ method: 'GET', onOpen });
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(status);
  });

  it('does not call onOpen for a refusal, whose Retry-After it reads', async () => {
    answerPost(() => new HttpResponse('{}', { status: 429, headers: { 'Retry-After': '12' } }));
    const onOpen = vi.fn();
    await expect(collectEvents({ onOpen })).rejects.toMatchObject({ status: 429, retryAfter: 12 });
    expect(onOpen).not.toHaveBeenCalled();
  });

  describe('a silent connection', () => {
    // rule replies-silence
    it('throws status 0 once no byte has come for 40 s', async () => {
      vi.useFakeTimers();
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(streamOf(['data: a\n\n'], 'hang'));
      const onFailed = vi.fn();
      void collectEvents().catch(onFailed);
      await vi.advanceTimersByTimeAsync(39_999);
      expect(onFailed).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(2);
      expect(onFailed).toHaveBeenCalledWith(expect.objectContaining({ status: 0, code: 'silent' }));
    });

    it('is kept open by comments, which are not events', async () => {
      vi.useFakeTimers();
      let writeComment: () => void = () => undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          writeComment = () => controller.enqueue(new TextEncoder().encode(':\n\n'));
        },
      });
      vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
      const onFailure = vi.fn();
      void collectEvents().catch(onFailure);
      for (let beats = 0; beats < 8; beats += 1) {
        await vi.advanceTimersByTimeAsync(15_000);
        writeComment();
      }
      expect(onFailure).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(40_001);
      expect(onFailure).toHaveBeenCalledOnce();
    });

    it('times out also before the server has answered', async () => {
      vi.useFakeTimers();
      vi.spyOn(globalThis, 'fetch').mockImplementation(
        (input) =>
          new Promise((_, reject) => {
            const { signal } = input as Request;
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      );
      const onFailure = vi.fn();
      void collectEvents().catch(onFailure);
      await vi.advanceTimersByTimeAsync(40_001);
      expect(onFailure).toHaveBeenCalledWith(expect.objectContaining({ status: 0 }));
    });
  });

  // rule replies-abort-is-quiet
  it('ends without an error on an abort, after the events that had arrived', async () => {
    answerPost(() => streamOf(['data: a\n\n'], 'hang'));
    const controller = new AbortController();
    const events: string[] = [];
    for await (const event of openEventStream(path, { signal: controller.signal })) {
      events.push(event.data);
      controller.abort();
    }
    expect(events).toEqual(['a']);
  });

  it('closes the connection when the consumer leaves its loop early', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(body));
    for await (const event of openEventStream(path)) {
      expect(event.data).toBe('a');
      break;
    }
    await expect.poll(() => isCancelled).toBe(true);
  });
});
