import type { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sharedKeys } from '#/shared/api/keys';
import { announceLeftReply } from '#/shared/browser/left-replies';
import { createTestClient } from '#/shared/test/render-app';
import { server } from '#/shared/test/server';
import { Toaster } from '#/shared/ui/toaster';
import { fakeTalk } from '../test/fake-talk';
import { followAnswers } from './follow-answers';

let client: QueryClient;
let stopFollowing = () => {};

/** Serves one conversation. The test sets whether it is unread. */
function serveTalk() {
  const state = { unread: false, calls: 0 };
  server.use(
    http.get('*/api/sessions', () => {
      state.calls += 1;
      return HttpResponse.json({ sessions: [fakeTalk('ada', { unread: state.unread })] });
    }),
  );
  return state;
}

function setPageHidden(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Announces that the user has left a running reply, and waits until the BroadcastChannel has delivered it. */
async function announceLeftReplyAndWait(sessionId: string) {
  announceLeftReply(sessionId);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

const queryNote = () => screen.queryByText('Name of ada answered');
const setListedTalk = (unread: boolean) =>
  client.setQueryData([...sharedKeys.sessions, 'u1'], [fakeTalk('ada', { unread })]);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  client = createTestClient();
  render(<Toaster />);
  stopFollowing = followAnswers(client, 'u1');
});
afterEach(() => {
  stopFollowing();
  setPageHidden(false);
  window.history.replaceState(null, '', '/');
});

// rule chat-answered-note
it('looks for a reply that was left, with growing pauses, and says once that it has ended', async () => {
  const state = serveTalk();
  const invalidateSpy = vi.spyOn(client, 'invalidateQueries');
  await announceLeftReplyAndWait('u1_ada');
  expect(state.calls).toBe(0);
  await vi.advanceTimersByTimeAsync(3000);
  await vi.waitFor(() => expect(state.calls).toBe(1));
  await vi.advanceTimersByTimeAsync(3200);
  expect(state.calls).toBe(1);
  state.unread = true;
  await vi.advanceTimersByTimeAsync(2000);
  await vi.waitFor(() => expect(queryNote()).toBeVisible());
  expect(invalidateSpy).toHaveBeenCalledWith({ queryKey: sharedKeys.sessions });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(state.calls).toBe(2);
});

// rule chat-answered-note
it('gives up after five minutes, after few calls', async () => {
  const state = serveTalk();
  await announceLeftReplyAndWait('u1_ada');
  for (let seconds = 0; seconds < 400; seconds += 5) await vi.advanceTimersByTimeAsync(5000);
  expect(state.calls).toBeGreaterThan(8);
  expect(state.calls).toBeLessThan(18);
});

it('awaits no reply of another user, and none that is read again', async () => {
  const state = serveTalk();
  await announceLeftReplyAndWait('u2_ada');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state.calls).toBe(0);
  await announceLeftReplyAndWait('u1_ada');
  window.history.replaceState(null, '', '/chats/ada');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(state.calls).toBe(1);
  expect(queryNote()).toBeNull();
});

// rule chat-answered-note
it('says nothing of what was unread before, and nothing of the open chat', () => {
  setListedTalk(true);
  expect(queryNote()).toBeNull();
  setListedTalk(false);
  window.history.replaceState(null, '', '/chats/ada');
  setListedTalk(true);
  expect(queryNote()).toBeNull();
});

it('says what another list of the app shows as new', async () => {
  setListedTalk(false);
  setListedTalk(true);
  expect(await screen.findByText('Name of ada answered')).toBeVisible();
});

// rule chat-answered-note
it('asks nothing while the page is hidden, and fetches the lists again after a while away', async () => {
  const state = serveTalk();
  await announceLeftReplyAndWait('u1_ada');
  setPageHidden(true);
  await vi.advanceTimersByTimeAsync(14_000);
  expect(state.calls).toBe(0);
  const invalidateQueriesSpy = vi.spyOn(client, 'invalidateQueries');
  setPageHidden(false);
  expect(invalidateQueriesSpy).not.toHaveBeenCalled();
  setPageHidden(true);
  await vi.advanceTimersByTimeAsync(15_000);
  setPageHidden(false);
  expect(invalidateQueriesSpy).toHaveBeenCalledWith({ queryKey: sharedKeys.sessions });
  expect(state.calls).toBe(0);
  await vi.advanceTimersByTimeAsync(3000);
  await vi.waitFor(() => expect(state.calls).toBe(1));
});
