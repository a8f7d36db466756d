import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takeEarlyAnswer } from './early-answers';

const request = (path: string, init?: RequestInit) =>
  new Request(`${location.origin}${path}`, init);

function setEarlyAnswers(...calls: [path: string, answer: Response | null][]): void {
  window.__early = calls.map(([path, answer]) => ({ path, answer: Promise.resolve(answer) }));
}

beforeEach(() => {
  vi.spyOn(performance, 'now').mockReturnValue(1000);
});
afterEach(() => {
  delete window.__early;
});

describe('early answers', () => {
  it('are taken once, each by its own request', async () => {
    setEarlyAnswers(['/api/one', new Response('1')], ['/api/two', new Response('2')]);
    await expect((await takeEarlyAnswer(request('/api/two')))?.text()).resolves.toBe('2');
    await expect(takeEarlyAnswer(request('/api/two'))).resolves.toBeNull();
    await expect((await takeEarlyAnswer(request('/api/one')))?.text()).resolves.toBe('1');
  });

  it.each([
    ['/api/list?b=2&a=', '/api/list?a=&b=2'],
    ['/api/list?q=a%20b%27', "/api/list?q=a+b'"],
  ])('fit however the address %s is spelt', async (asked, named) => {
    setEarlyAnswers([named, new Response('fits')]);
    expect(await takeEarlyAnswer(request(asked))).not.toBeNull();
  });

  it.each([
    ['another parameter', request('/api/list?a=2')],
    ['another method', request('/api/list?a=1', { method: 'POST' })],
  ])('are left alone by %s', async (_, asked) => {
    setEarlyAnswers(['/api/list?a=1', new Response('1')]);
    await expect(takeEarlyAnswer(asked)).resolves.toBeNull();
    expect(await takeEarlyAnswer(request('/api/list?a=1'))).not.toBeNull();
  });

  it.each([
    ['failed', null],
    ['was a fault of the server', new Response(null, { status: 503 })],
  ])('are asked for again when one %s', async (_, answer) => {
    setEarlyAnswers(['/api/one', answer]);
    await expect(takeEarlyAnswer(request('/api/one'))).resolves.toBeNull();
  });

  it('are ignored 15 s after the page was opened', async () => {
    setEarlyAnswers(['/api/one', new Response('old')]);
    vi.mocked(performance.now).mockReturnValue(15_001);
    await expect(takeEarlyAnswer(request('/api/one'))).resolves.toBeNull();
  });

  it('are not returned to an aborted request', async () => {
    setEarlyAnswers(['/api/one', new Response('1')]);
    const givenController = new AbortController();
    const takenAnswer = takeEarlyAnswer(request('/api/one', { signal: givenController.signal }));
    givenController.abort();
    await expect(takenAnswer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
