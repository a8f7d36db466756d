import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { CollectButton, closeCollect, useCollectStore } from '#/features/character';
import { fakeCharacter, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { AddToCollectionDialog } from './add-dialog';

const fakeCollection = (over: object = {}) => ({
  id: 'c1',
  name: 'Engines',
  description: '',
  share_url: null,
  count: 100,
  has_character: false,
  characters: [],
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-01T00:00:00Z',
  ...over,
});

beforeEach(() => {
  closeModal();
  closeCollect();
});

function DialogHost() {
  const character = useCollectStore((state) => state.character);
  return (
    <>
      <CollectButton character={fakeCharacter()} />
      {character && <AddToCollectionDialog character={character} />}
    </>
  );
}

const addButton = () => screen.getByRole('button', { name: 'Add to collection' });

// rule collections-add-dialog
it('lets a visitor log in first', async () => {
  const { user } = renderApp(<DialogHost />, { user: null });
  await user.click(addButton());
  await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
  expect(useCollectStore.getState().character).toBeNull();
  useModalStore.getState().afterLogin?.();
  expect(useCollectStore.getState().character?.name).toBe('Ada Lovelace');
});

// rules collections-add-dialog, collections-limits
it('asks which collections have the character, and takes a refused press back', async () => {
  const askedIds: (string | null)[] = [];
  const fullText = 'This collection has 100 characters. Take one out to add another.';
  server.use(
    http.get('*/api/user/collections/lists', ({ request }) => {
      askedIds.push(new URL(request.url).searchParams.get('characterId'));
      return HttpResponse.json({ data: [fakeCollection()] });
    }),
    http.post('*/api/user/collections/lists/c1/characters', () =>
      refusal(409, fullText, 'collection_full'),
    ),
  );
  const { user } = renderApp(<DialogHost />, { user: fakeUser() });
  await user.click(addButton());
  const checkbox = await screen.findByRole('checkbox', { name: /Engines/ });
  expect(askedIds).toEqual(['adalovelac']);
  await user.click(checkbox);
  expect(await screen.findByText(fullText)).toBeVisible();
  await waitFor(() => expect(checkbox).not.toBeChecked());
});

// rule collections-add-dialog
it('makes a collection in place and adds the character to it', async () => {
  const lists: object[] = [];
  const added: unknown[] = [];
  server.use(
    http.get('*/api/user/collections/lists', () => HttpResponse.json({ data: lists })),
    http.post('*/api/user/collections/lists', async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      lists.push(fakeCollection({ name, count: 0 }));
      return HttpResponse.json(lists[0], { status: 201 });
    }),
    http.post('*/api/user/collections/lists/c1/characters', async ({ request }) => {
      added.push(await request.json());
      lists[0] = fakeCollection({ name: 'Nights', count: 1, has_character: true });
      return HttpResponse.json(lists[0]);
    }),
  );
  const { user } = renderApp(<DialogHost />, { user: fakeUser() });
  await user.click(addButton());
  expect(await screen.findByText('You have no collections of your own yet.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'New Collection' }), 'Nights{Enter}');
  expect(await screen.findByRole('checkbox', { name: /Nights/ })).toBeInTheDocument();
  await waitFor(() => expect(added).toEqual([{ characterId: 'adalovelac' }]));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /Nights/ })).toBeChecked());
});
