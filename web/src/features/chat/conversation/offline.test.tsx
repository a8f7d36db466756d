import { act, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { server } from '#/shared/test/server';
import { chatServer, messageField, nextStream, openChat, user } from '../test/rendered-chat';

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('while the server is unreachable', () => {
  const makeUnreachable = () => {
    let isDown = true;
    const answer = () => (isDown ? HttpResponse.error() : undefined);
    server.use(
      http.get('*/api/messages/u1_20', answer),
      http.post('*/api/messages/u1_20/stream', answer),
    );
    return () => {
      isDown = false;
    };
  };

  it('messages wait visibly, can be edited or deleted, and are sent when it is back', async () => {
    await openChat();
    const makeReachable = makeUnreachable();
    await user.type(messageField(), 'First{Enter}');
    expect(await screen.findByText(/1 message waits in the outbox/)).toBeVisible();
    await user.type(messageField(), 'Second{Enter}');
    expect(screen.getByText(/2 messages wait in the outbox and go in order/)).toBeVisible();
    expect(screen.getAllByText('Waiting to send')).toHaveLength(2);
    expect(screen.getByText(/^Offline since \d\d:\d\d$/)).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Edit' })[0] as HTMLElement);
    expect(messageField()).toHaveValue('First');
    expect(messageField()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByText('Waiting to send')).toBeNull();
    expect(messageField()).toHaveFocus();
    await user.type(messageField(), '{Enter}');
    expect(await screen.findByText('Waiting to send')).toBeVisible();
    nextStream();
    makeReachable();
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    expect(messageField()).toHaveFocus();
    await waitFor(() =>
      expect(chatServer.sendRequestBodies.map(({ content }) => content)).toEqual(['First']),
    );
    expect(screen.queryByText('Waiting to send')).toBeNull();
    expect(screen.queryByText(/outbox/)).toBeNull();
  });

  it('Try now probes at once, also while the browser is offline', async () => {
    await openChat();
    const makeReachable = makeUnreachable();
    await user.type(messageField(), 'First{Enter}');
    await screen.findByText(/1 message waits in the outbox/);
    // Probes pause until the browser is online.
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await act(() => new Promise((resolve) => setTimeout(resolve, 1200)));
    nextStream();
    makeReachable();
    expect(chatServer.sendRequestBodies).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    await waitFor(() =>
      expect(chatServer.sendRequestBodies.map(({ content }) => content)).toEqual(['First']),
    );
  });

  it('says so under a running reply, and the wave stops', async () => {
    const { container } = await openChat();
    const stream = nextStream();
    await user.type(messageField(), 'Hello{Enter}');
    await waitFor(() => expect(chatServer.sendRequestBodies).toHaveLength(1));
    act(() => stream.writePiece('Half'));
    await screen.findByText('Half');
    expect(container.querySelector('.talk-wave--on')).not.toBeNull();
    makeUnreachable();
    act(() => stream.abort());
    expect(await screen.findByText('The line is down, trying again')).toBeVisible();
    expect(container.querySelector('.talk-wave--on')).toBeNull();
    expect(screen.getByText('Half')).toBeVisible();
  });
});

it.each([
  ['waiting', { reason: 'loading_model' }, 'Waking up. The first reply can take a minute.'],
  [
    'waiting',
    { reason: 'queued', seconds: 20 },
    'Many people are talking right now. About 20 seconds.',
  ],
  [
    'waiting',
    { reason: 'queued', seconds: 120 },
    'Many people are talking right now. About 2 minutes.',
  ],
  ['saving', { message_id: 'm2' }, 'Saving…'],
])('tells of %s until it is over', async (event, data, text) => {
  await openChat();
  const stream = nextStream();
  await user.type(messageField(), 'Hello{Enter}');
  await waitFor(() => expect(chatServer.sendRequestBodies).toHaveLength(1));
  act(() => stream.writeEvent(event, data));
  expect(await screen.findByText(text)).toBeVisible();
  act(() => stream.writeEnd());
  await waitFor(() => expect(screen.queryByText(text)).toBeNull());
});
