import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { CollectedCharacter, Collection } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { AccountScreen } from '../../components/account-screen';
import { fakeCollectedCharacter, fakeCollection } from '../../test/fake-collections';

let followed: CollectedCharacter[] = [];
let lists: Collection[] = [];

beforeEach(() => {
  followed = [1, 2].map((number) => fakeCollectedCharacter(number));
  lists = [fakeCollection([1, 2, 3])];
  server.use(
    http.get('*/api/user/collections', () =>
      HttpResponse.json({
        data: { characters: followed, nextCursor: '', total: followed.length },
      }),
    ),
    http.get('*/api/user/collections/lists', () => HttpResponse.json({ data: lists })),
    http.get('*/api/user/collections/lists/:id', () => HttpResponse.json(lists[0])),
    http.post('*/api/profile/:slug/follow', async ({ request, params }) => {
      const { following } = (await request.json()) as { following: boolean };
      const slug = String(params['slug']);
      followed = following
        ? [fakeCollectedCharacter(Number(slug.slice(5))), ...followed]
        : followed.filter((one) => one.slug !== slug);
      return HttpResponse.json({ is_following: following, follower_count: 0 });
    }),
  );
});

function openCollections(url = '/user?section=collections') {
  const user = fakeUser();
  return renderApp(<AccountScreen user={user} section="collections" />, { url, user });
}

// rule collections-panel
it('groups the digits of a large number', async () => {
  const data = { characters: followed, nextCursor: '', total: 5000 };
  server.use(http.get('*/api/user/collections', () => HttpResponse.json({ data })));
  openCollections();
  expect(await screen.findByText('5,000 characters collected')).toBeVisible();
  expect(screen.getByText('5,000 characters')).toBeVisible();
});

// rules collections-panel, collections-unfollow
it('shows My Collection first, and unfollows with an undo', async () => {
  const { user } = openCollections();
  expect(await screen.findByText('2 characters collected')).toBeVisible();
  const [first, second] = screen.getAllByRole('heading', { level: 2 });
  expect(first).toHaveTextContent('My Collection');
  expect(screen.getByText('All your collected characters')).toBeVisible();
  expect(second).toHaveTextContent('Your collections');
  expect(screen.getByRole('link', { name: 'Sleepless nights' })).toHaveAttribute(
    'href',
    '/user?section=collections&list=c1',
  );
  await user.click(screen.getByRole('button', { name: 'Unfollow Character 1' }));
  expect(await screen.findByText('1 character collected')).toBeVisible();
  expect(screen.getByText(/^You no longer follow Character 1\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Unfollow Character 2' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('2 characters collected')).toBeVisible();
});

// rule collections-panel
it('says when nobody is followed', async () => {
  followed = [];
  openCollections();
  expect(await screen.findByText('No collections yet')).toBeVisible();
  expect(screen.getByText('Start following characters to build your collection.')).toBeVisible();
});

// rule collections-views
it('remembers the list view', async () => {
  const { user, unmount } = openCollections();
  await user.click(await screen.findByRole('button', { name: 'List view' }));
  unmount();
  openCollections();
  expect(await screen.findByRole('button', { name: 'List view' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

// rules collections-new, collections-limits
it('keeps what was typed when a collection is refused', async () => {
  const text = 'You have 100 collections. Delete one to make another.';
  server.use(
    http.post('*/api/user/collections/lists', () => refusal(409, text, 'too_many_collections')),
  );
  const { user } = openCollections();
  await user.click(await screen.findByRole('button', { name: 'New Collection' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New Collection' }));
  const createButton = dialog.getByRole('button', { name: 'Create' });
  expect(createButton).toBeDisabled();
  await user.type(dialog.getByLabelText('Name'), '   ');
  expect(createButton).toBeDisabled();
  await user.type(dialog.getByLabelText('Name'), 'Engines');
  await user.click(createButton);
  expect(await screen.findByText(text)).toBeVisible();
  expect(dialog.getByLabelText('Name')).toHaveValue('   Engines');
});

// rules collections-move, collections-order
it('announces a move, sends the whole order, and puts a refused one back', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const sentBodies: unknown[] = [];
  const changedText = 'This collection has changed meanwhile.';
  server.use(
    http.put('*/api/user/collections/lists/c1/characters', async ({ request }) => {
      sentBodies.push(await request.json());
      return refusal(409, changedText, 'collection_changed');
    }),
  );
  const { user } = openCollections('/user?section=collections&list=c1');
  await user.click(await screen.findByRole('button', { name: 'Change order' }));
  await user.click(screen.getByRole('button', { name: 'Move Character 3 up' }));
  expect(screen.getByText('Character 3 is now 2 of 3.')).toBeInTheDocument();
  expect(await screen.findByText(changedText)).toBeVisible();
  expect(sentBodies).toEqual([{ characterIds: [1, 3, 2] }]);
  await waitFor(() => {
    const rows = screen.getAllByRole('heading', { level: 3 });
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Character 1',
      'Character 2',
      'Character 3',
    ]);
  });
});

it('says when a collection does not exist, and leads back', async () => {
  server.use(http.get('*/api/user/collections/lists/:id', () => refusal(404, 'x')));
  const { user, address } = openCollections('/user?section=collections&list=gone');
  expect(await screen.findByText('This collection does not exist.')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'All collections' }));
  await waitFor(() => expect(address()).toBe('/user?section=collections'));
});
