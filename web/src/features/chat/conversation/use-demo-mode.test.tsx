import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setDesktop } from '#/shared/test/screen-size';
import { type FakeServer, fakeServer } from '../test/fake-server';
import { fakeSession, greeting } from '../test/fakes';
import { liveStream, replyEnd } from '../test/live-stream';
import { renderChat } from '../test/render-chat';

const queryDemoStrip = () => screen.queryByText('Written portrait:');
const setDemoMode = (fake: FakeServer, on: boolean) => {
  fake.session = fakeSession({ demo_mode: on });
};

async function openDemoChat(demo: boolean) {
  const fake = fakeServer({ session: fakeSession({ demo_mode: demo }) });
  const view = renderChat();
  await screen.findByText(greeting);
  return { ...view, fake };
}

beforeEach(() => {
  setDesktop(true);
  vi.spyOn(console, 'error').mockReturnValue();
});

afterEach(() => vi.useRealTimers());

it('shows within ten seconds that a model started or stopped', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { fake } = await openDemoChat(true);
  expect(queryDemoStrip()).toBeVisible();
  setDemoMode(fake, false);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(queryDemoStrip()).toBeNull());
  setDemoMode(fake, true);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(queryDemoStrip()).toBeVisible());
});

it('refetches when the page gets the focus', async () => {
  const { fake } = await openDemoChat(false);
  expect(queryDemoStrip()).toBeNull();
  setDemoMode(fake, true);
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  await waitFor(() => expect(queryDemoStrip()).toBeVisible());
});

it('refetches when the end of a reply reports a change', async () => {
  const { fake, user } = await openDemoChat(false);
  const stream = liveStream();
  fake.sendRequestAnswers.push(() => stream.response);
  await user.type(screen.getByRole('textbox', { name: /^Write to/ }), 'Hello{Enter}');
  await waitFor(() => expect(fake.sendRequestBodies).toHaveLength(1));
  setDemoMode(fake, true);
  act(() => {
    stream.writePiece('Good day');
    stream.writeEvent('complete', { ...replyEnd(), demo_mode: true });
    stream.writeEvent('done', { ...replyEnd(), demo_mode: true });
    stream.close();
  });
  await waitFor(() => expect(queryDemoStrip()).toBeVisible());
});
