import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { fakeCharacter, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { CharacterGrid } from './character-grid';

beforeEach(closeModal);

const renderGrid = (user: ReturnType<typeof fakeUser> | null) =>
  renderApp(<CharacterGrid characters={[fakeCharacter()]} />, { user });
const chatButton = () => screen.getByRole('button', { name: 'CHAT with Ada Lovelace' });

// rule catalogue-card
it('opens the chat', async () => {
  const { user, address } = renderGrid(fakeUser());
  await user.click(chatButton());
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
});

// rule accounts-login-goal
it('opens the login modal for a visitor, which names the character, and the chat after it', async () => {
  const { user, address } = renderGrid(null);
  await user.click(chatButton());
  await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
  expect(useModalStore.getState().goal).toMatchObject({
    aim: 'talk',
    character: { name: 'Ada Lovelace' },
  });
  useModalStore.getState().afterLogin?.();
  await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
});
