import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useLocation } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { readQuestion } from '#/shared/lib/chat-question';
import { fakeCharacter, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { FirstQuestions } from './first-questions';

const question = 'What would the Analytical Engine do?';

beforeEach(closeModal);

function ShownQuestion() {
  const foundQuestion = readQuestion(useLocation().state);
  return (
    <p>
      asks {foundQuestion?.text} as {foundQuestion?.clientId}
    </p>
  );
}

function renderQuestions(
  user: ReturnType<typeof fakeUser> | null,
  questions: string[] | undefined,
) {
  const onChoose = vi.fn();
  const page = (
    <>
      <FirstQuestions character={fakeCharacter()} questions={questions} onChoose={onChoose} />
      <ShownQuestion />
    </>
  );
  return { ...renderApp(page, { user }), onChoose };
}

const questionButton = () => screen.getByRole('button', { name: question });

// rule chat-first-question
it('opens the chat with the chosen question', async () => {
  const { user, address, onChoose } = renderQuestions(fakeUser(), [question, 'Another?']);
  await user.click(questionButton());
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
  expect(screen.getByText(/^asks/)).toHaveTextContent(question);
  expect(onChoose).toHaveBeenCalledOnce();
});

// rule chat-first-question
it('repeats the same message for repeated presses, and ignores the second click of a double click', async () => {
  const { user, onChoose } = renderQuestions(fakeUser(), [question]);
  await user.click(questionButton());
  await waitFor(() => expect(screen.getByText(/^asks/)).toHaveTextContent(/as user-/));
  const askedText = screen.getByText(/^asks/).textContent;
  await user.click(questionButton());
  fireEvent.click(questionButton(), { detail: 2 });
  expect(onChoose).toHaveBeenCalledTimes(2);
  expect(screen.getByText(/^asks/)).toHaveTextContent(askedText ?? '');
});

// rule chat-first-question
it('keeps the question of a visitor until after the login', async () => {
  const { user, address } = renderQuestions(null, [question]);
  await user.click(questionButton());
  await waitFor(() => expect(useModalStore.getState().goal?.question).toBe(question));
  expect(address()).toBe('/');
  useModalStore.getState().afterLogin?.();
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
  expect(screen.getByText(/^asks/)).toHaveTextContent(question);
});

it('is empty, but there, while the questions are fetched, and absent without any', () => {
  const { unmount } = renderQuestions(null, undefined);
  expect(screen.getByRole('list', { name: 'Ask Ada Lovelace' })).toBeEmptyDOMElement();
  unmount();
  renderQuestions(null, []);
  expect(screen.queryByRole('list')).not.toBeInTheDocument();
});
