import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { type FakeServer, fakeServer } from './fake-server';
import { greeting } from './fakes';
import { type LiveStream, liveStream } from './live-stream';
import { renderChat } from './render-chat';

/** The server and the user of the conversation that `openChat` opened last. */
export let chatServer: FakeServer;
export let user: UserEvent;

export const messageField = () => screen.getByRole('textbox', { name: 'Write to Ada Lovelace' });

/** Opens the conversation with Ada and waits until its log is there. */
export async function openChat(over: Partial<FakeServer> = {}) {
  chatServer = fakeServer(over);
  const view = renderChat();
  user = view.user;
  await screen.findAllByText(over.messages ? /./ : greeting, { selector: '.reply__text p' });
  return view;
}

/** Makes the fake server answer the next send with a stream that the test writes. */
export function nextStream(): LiveStream {
  const stream = liveStream();
  chatServer.sendRequestAnswers.push(() => stream.response);
  return stream;
}
