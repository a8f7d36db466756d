import { act, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { historyStateWithQuestion } from '#/shared/lib/chat-question';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal } from '#/shared/test/server';
import { ChatScreen } from '../screen/chat-screen';
import { fakeServer } from '../test/fake-server';
import { fakeSession } from '../test/fakes';
import { liveStream } from '../test/live-stream';

const question = { text: 'Which engine?', clientId: 'user-1' };
const findField = () => screen.findByRole('textbox', { name: 'Write to Ada Lovelace' });

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
});

function ShownLocationState() {
  return <p data-testid="state">{JSON.stringify(useLocation().state)}</p>;
}

function openWithQuestion() {
  return renderApp(
    <>
      <ChatScreen user={fakeUser()} slug="ada-lovelace" />
      <ShownLocationState />
    </>,
    { url: '/chats/ada-lovelace', state: historyStateWithQuestion(question), user: fakeUser() },
  );
}

// rule chat-first-question
it('sends the question once, and it leaves the history entry', async () => {
  const stream = liveStream();
  const fake = fakeServer({ sendRequestAnswers: [() => stream.response] });
  openWithQuestion();
  await waitFor(() => expect(fake.sendRequestBodies).toHaveLength(1));
  expect(fake.sendRequestBodies[0]).toMatchObject({
    content: question.text,
    client_id: question.clientId,
  });
  await waitFor(() => expect(screen.getByTestId('state')).not.toHaveTextContent(question.text));
  act(() => stream.writeEnd('complete', []));
});

// rule chat-first-question
it('puts the question into the field of a locked chat', async () => {
  const fake = fakeServer({ session: fakeSession({ is_locked: true }, { is_free: false }) });
  openWithQuestion();
  expect(await findField()).toHaveValue(question.text);
  expect(fake.sendRequestBodies).toEqual([]);
});

// rule chat-first-question
it('puts the question into the field if the server refuses it', async () => {
  const fake = fakeServer({
    sendRequestAnswers: [() => refusal(403, 'Locked', 'character_locked')],
  });
  openWithQuestion();
  await waitFor(() => expect(fake.sendRequestBodies).toHaveLength(1));
  await waitFor(async () => expect(await findField()).toHaveValue(question.text));
});
