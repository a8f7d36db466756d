import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useModalStore } from '#/features/auth';
import type { Character } from '#/shared/api/types';
import { fakeCharacter, fakeProfile, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { openCharacterModal, useCharacterModal } from '../model/modal-store';
import { CharacterModal } from './character-modal';

const lockedCharacter = fakeCharacter({
  name: 'Cleopatra VII',
  slug: 'cleopatra',
  is_free: false,
  is_locked: true,
});

function ModalHost() {
  const character = useCharacterModal((state) => state.character);
  return character && <CharacterModal character={character} />;
}

function renderCharacterModal(
  character: Character,
  user: ReturnType<typeof fakeUser> | null = null,
) {
  openCharacterModal(character);
  return renderApp(<ModalHost />, { user });
}

const talkButton = () => screen.getByRole('button', { name: 'Lets Talk' });

beforeEach(() => {
  useModalStore.setState({ modal: null, afterLogin: null });
  useCharacterModal.setState({ character: null });
  server.use(http.get('*/api/profile/ada-lovelace', () => HttpResponse.json(fakeProfile())));
});

describe('the character modal', () => {
  // rule catalogue-modal
  it('shows designation, name, picture and description', () => {
    renderCharacterModal(fakeCharacter());
    const dialog = within(screen.getByRole('dialog', { name: 'Ada Lovelace' }));
    expect(dialog.getByText('Countess of computing')).toBeVisible();
    expect(dialog.getByText(/instructions for a machine/)).toBeVisible();
    expect(dialog.getByRole('img', { name: 'Ada Lovelace' })).toBeVisible();
    expect(dialog.getByRole('link', { name: 'View profile' })).toHaveAttribute(
      'href',
      '/character/profile/ada-lovelace',
    );
  });

  // rule catalogue-lets-talk
  it('opens the chat for a user', async () => {
    const { user, address } = renderCharacterModal(fakeCharacter(), fakeUser());
    await user.click(talkButton());
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
    expect(useCharacterModal.getState().character).toBeNull();
  });

  // rule catalogue-lets-talk
  it('closes for a visitor, opens the login modal, and goes to the chat after it', async () => {
    const { user, address } = renderCharacterModal(fakeCharacter());
    await user.click(talkButton());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(address()).toBe('/');
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
  });

  // rule chat-first-question
  it('closes and opens the chat when a first question is chosen', async () => {
    const profileWithQuestion = fakeProfile({
      questions: ['What would the Analytical Engine do?'],
    });
    server.use(
      http.get('*/api/profile/ada-lovelace', () => HttpResponse.json(profileWithQuestion)),
    );
    const { user, address } = renderCharacterModal(fakeCharacter(), fakeUser());
    await user.click(await screen.findByRole('button', { name: /Analytical Engine/ }));
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
    expect(useCharacterModal.getState().character).toBeNull();
  });

  // rule chat-first-question
  it('asks a locked character nothing', () => {
    renderCharacterModal(lockedCharacter);
    expect(screen.queryByRole('list', { name: /^Ask/ })).not.toBeInTheDocument();
  });

  // rule catalogue-modal
  it('closes by its close button and by Escape', async () => {
    const { user } = renderCharacterModal(fakeCharacter());
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(useCharacterModal.getState().character).toBeNull();
    openCharacterModal(fakeCharacter());
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(useCharacterModal.getState().character).toBeNull());
  });

  // rule catalogue-carousel
  it('wraps its carousel at both ends', async () => {
    const carouselMedia = JSON.stringify(['/a.png', '/b.png', '/c.webm']);
    const { user } = renderCharacterModal(
      fakeCharacter({ default_media_type: 'carousel', carousel_media: carouselMedia }),
    );
    const shownMedia = () => screen.getByRole('dialog').querySelector('.stamp img, .stamp video');
    const pressButton = (name: string) => user.click(screen.getByRole('button', { name }));
    expect(shownMedia()).toHaveAttribute('src', '/a.png');
    await pressButton('Previous picture');
    expect(shownMedia()).toHaveAttribute('src', '/c.webm');
    expect(shownMedia()?.tagName).toBe('VIDEO');
    await pressButton('Next picture');
    expect(shownMedia()).toHaveAttribute('src', '/a.png');
    await pressButton('Picture 2 of 3');
    expect(shownMedia()).toHaveAttribute('src', '/b.png');
    expect(screen.getByRole('button', { name: 'Picture 2 of 3' })).toHaveAttribute('aria-current');
    expect(screen.getByText('Picture 2 of 3')).toHaveAttribute('aria-live', 'polite');
  });
});

describe('a locked character', () => {
  const fullAccessPlanTexts = {
    title: 'The whole room',
    sub_title: 'Every character, one key.',
    description: 'All characters for a year.',
    sub_description: 'One payment.',
  };
  const planAnswer = (plan_name: string, amount: string, meta_data: object) =>
    HttpResponse.json({
      data: { plan_name, amount, currency: 'USD', meta_data: JSON.stringify(meta_data) },
    });

  /** `is_locked` in the served profile. It may differ from the character that was passed to the modal. */
  let isLocked = true;

  beforeEach(() => {
    isLocked = true;
    server.use(
      http.get('*/api/profile/cleopatra', () =>
        HttpResponse.json(fakeProfile({ ...lockedCharacter, is_locked: isLocked })),
      ),
      http.get('*/api/admin/plans/2', () =>
        planAnswer('Unlock Full Access', '24.00', fullAccessPlanTexts),
      ),
      http.get('*/api/admin/plans/1', ({ request }) => {
        expect(new URL(request.url).searchParams.get('characterId')).toBe('cleopatra');
        return planAnswer('Unlock Character', '1.00', { sub_title: 'One character, thirty days.' });
      }),
    );
  });

  // rules access-locked-modal, payment-amount
  it('sells the plan of all over the blurred picture', async () => {
    renderCharacterModal(lockedCharacter, fakeUser());
    for (const text of Object.values(fullAccessPlanTexts))
      expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(/^Cleopatra VII keeps a closed door\./)).toBeVisible();
    const payButton = screen.getByRole('button', { name: 'Unlock Full Access · $24.00' });
    expect(payButton).toBeEnabled();
    expect(payButton.closest('.stamp__picture')).toBeInTheDocument();
    expect(document.querySelector('.character-modal__slab--locked')).toBeInTheDocument();
  });

  // rule access-locked-modal
  it('sells the plan of this character alone', async () => {
    renderCharacterModal(lockedCharacter, fakeUser());
    expect(
      await screen.findByRole('button', { name: 'Unlock this character · $1.00' }),
    ).toBeVisible();
    expect(screen.getByText('One character, thirty days.')).toBeVisible();
  });

  it('links to the locked chat and to similar free characters', async () => {
    const { user, address } = renderCharacterModal(lockedCharacter, fakeUser());
    const freeCharactersLink = screen.getByRole('link', {
      name: `See free characters in ${lockedCharacter.category}`,
    });
    expect(freeCharactersLink).toHaveAttribute(
      'href',
      `/characters?categories=${encodeURIComponent(lockedCharacter.category)}`,
    );
    await user.click(talkButton());
    await waitFor(() => expect(address()).toBe('/chats/cleopatra'));
    expect(useCharacterModal.getState().character).toBeNull();
  });

  // rule access-locked-modal
  it('has a button with a plain text when no plan can be fetched', async () => {
    server.use(http.get('*/api/admin/plans/:id', () => refusal(500, 'Broken')));
    renderCharacterModal(lockedCharacter, fakeUser());
    expect(await screen.findByRole('button', { name: 'Unlock Full Access' })).toBeEnabled();
    expect(screen.queryByText('The whole room')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /this character/ })).not.toBeInTheDocument();
  });

  it('lets a visitor, who may have access, log in first', async () => {
    const { user, address } = renderCharacterModal(lockedCharacter);
    await user.click(talkButton());
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(address()).toBe('/chats/cleopatra'));
  });

  // rule payment-refresh
  it('is open when its profile says so', async () => {
    const { client } = renderCharacterModal(lockedCharacter, fakeUser());
    await screen.findByRole('button', { name: /Unlock Full Access/ });
    isLocked = false;
    await client.invalidateQueries();
    await waitFor(() => expect(screen.queryByRole('button', { name: /Unlock/ })).toBeNull());
    expect(talkButton()).toHaveClass('btn--talk');
  });
});
