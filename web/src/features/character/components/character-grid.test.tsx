import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { useModalStore } from '#/features/auth';
import { deferred } from '#/shared/test/deferred';
import { fakeCharacter, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { CharacterGrid } from './character-grid';

const asked = vi.fn();

function show(
  answer: () => Response | Promise<Response>,
  user: ReturnType<typeof fakeUser> | null,
  character = fakeCharacter(),
) {
  server.use(
    http.post('*/api/session', async ({ request }) => {
      asked(await request.json());
      return answer();
    }),
  );
  return renderApp(<CharacterGrid characters={[character]} />, { user });
}

const made = () => HttpResponse.json({ user_id: 'u1' });
const coupon = () => screen.getByRole('button', { name: 'CHAT with Ada Lovelace' });

beforeEach(() => {
  asked.mockReset();
  useModalStore.setState({ modal: null, after: null });
});

// rule catalogue-card
it('makes the session once, keeps the focus meanwhile, and opens the chat', async () => {
  const gate = deferred<Response>();
  const { user, address, client } = show(() => gate.promise, fakeUser());
  await user.click(coupon());
  await waitFor(() => expect(coupon()).toHaveAttribute('aria-disabled', 'true'));
  expect(coupon()).toHaveFocus();
  await user.click(coupon());
  gate.resolve(made());
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
  expect(asked.mock.calls).toEqual([[{ characterId: 20 }]]);
  // The opened chat reads its session from the cache.
  expect(client.getQueryData(['session', 'ada-lovelace', 'u1'])).toEqual({ user_id: 'u1' });
});

it('opens the login modal for a visitor, and the chat after it', async () => {
  const { user, address } = show(made, null);
  await user.click(coupon());
  await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
  expect(asked).not.toHaveBeenCalled();
  useModalStore.getState().after?.();
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
});

it('opens the login modal when the login has ended, and the chat after the login', async () => {
  const answers = [() => refusal(401, 'Unauthorized'), made];
  const { user, address } = show(() => (answers.shift() ?? made)(), fakeUser());
  await user.click(coupon());
  await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
  expect(screen.queryByText('Unauthorized')).toBeNull();
  useModalStore.getState().after?.();
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
});

it('says why the chat could not be started', async () => {
  const { user, address } = show(() => HttpResponse.error(), fakeUser());
  await user.click(coupon());
  expect(await screen.findByText('The chat could not be started.')).toBeVisible();
  expect(address()).toBe('/');
});

it('opens the chat of a locked character, which shows the lock, and posts no session', async () => {
  const { user, address } = show(made, fakeUser(), fakeCharacter({ is_locked: true }));
  await user.click(coupon());
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
  expect(asked).not.toHaveBeenCalled();
});
