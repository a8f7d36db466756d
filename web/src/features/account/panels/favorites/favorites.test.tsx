import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Favorite } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { stubIntersections } from '#/shared/test/near-end';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { AccountScreen } from '../../components/account-screen';
import { fakeFavorite } from '../../test/fake-collections';

let storedFavorites: Favorite[] = [];
/** The query parameters of each request for a page of favourites. */
let listQueries: Record<string, string>[] = [];
let likeCalls: unknown[] = [];

beforeEach(() => {
  storedFavorites = Array.from({ length: 8 }, (_, index) => fakeFavorite(index + 1));
  listQueries = [];
  likeCalls = [];
  server.use(
    http.get('*/api/user/favorites', ({ request }) => {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      listQueries.push(query);
      const page = Number(query['page']);
      const foundFavorites = query['search'] === 'nobody' ? [] : storedFavorites;
      const data = foundFavorites.slice((page - 1) * 6, page * 6);
      const pagination = { total: foundFavorites.length, perPage: 6, currentPage: page };
      return HttpResponse.json({ data: { data, pagination } });
    }),
    http.post('*/api/profile/:slug/like', async ({ request, params }) => {
      const body = (await request.json()) as { liked: boolean };
      likeCalls.push({ slug: params['slug'], ...body });
      const slug = String(params['slug']);
      if (!body.liked) storedFavorites = storedFavorites.filter((one) => one.slug !== slug);
      else storedFavorites = [fakeFavorite(Number(slug.slice(5))), ...storedFavorites];
      return HttpResponse.json({ is_liked: body.liked, like_count: 0 });
    }),
  );
});

async function openFavorites() {
  const user = fakeUser();
  const view = renderApp(<AccountScreen user={user} section="favorites" />, {
    url: '/user?section=favorites',
    user,
  });
  await screen.findByRole('searchbox');
  return view;
}

const findHeartButtons = () =>
  screen.findAllByRole('button', { name: /^Remove .* from favorites$/ });
const lastListQuery = () => listQueries.at(-1) ?? {};

// rule favorites-card
it('shows a favourite with its facts', async () => {
  storedFavorites = [fakeFavorite(1, { is_free: false, is_locked: true })];
  const { user, address } = await openFavorites();
  await findHeartButtons();
  const card = within(document.querySelector<HTMLElement>('.favorite') ?? document.body);
  expect(card.getByRole('link', { name: 'Favourite 1' })).toHaveAttribute(
    'href',
    '/character/profile/slug-1',
  );
  for (const text of ['Premium', 'The words of Favourite 1', '9,800 chats', '1,200 followers']) {
    expect(card.getByText(text)).toBeInTheDocument();
  }
  expect(card.getByText('1 like')).toBeInTheDocument();
  expect(card.getByText('Liked 14 Mar')).toBeVisible();
  expect(screen.getByText('1 character liked')).toBeVisible();
  await user.click(card.getByRole('button', { name: /^Chat Now/ }));
  await waitFor(() => expect(address()).toBe('/chats/slug-1'));
});

// rule favorites-scroll
it('fetches the next page near the end, and says where the end is', async () => {
  const reachEnd = stubIntersections();
  await openFavorites();
  expect(await findHeartButtons()).toHaveLength(6);
  expect(screen.queryByText("You've reached the end of your favorites")).toBeNull();
  reachEnd();
  await waitFor(async () => expect(await findHeartButtons()).toHaveLength(8));
  expect(await screen.findByText("You've reached the end of your favorites")).toBeVisible();
  expect(listQueries.map(({ page, limit }) => [page, limit])).toEqual([
    ['1', '6'],
    ['2', '6'],
  ]);
});

// rules favorites-remove, marks-stated-wish
it('removes a favourite once the server has answered, passes the focus on, and undoes it', async () => {
  const { user } = await openFavorites();
  const [first] = await findHeartButtons();
  if (first) await user.click(first);
  await waitFor(() => expect(screen.queryByText('Favourite 1')).toBeNull());
  expect(await screen.findByText('7 characters liked')).toBeVisible();
  await waitFor(() => expect(document.activeElement).toHaveClass('favorite__heart'));
  expect(screen.getByText(/^Favourite 1 is no longer among your favorites\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Favourite 1')).toBeVisible();
  expect(likeCalls).toEqual([
    { slug: 'slug-1', liked: false },
    { slug: 'slug-1', liked: true },
  ]);
});

// rules favorites-remove, marks-failure-logged
it('keeps a favourite whose removal fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.use(http.post('*/api/profile/:slug/like', () => refusal(500, 'x')));
  const { user } = await openFavorites();
  const [first] = await findHeartButtons();
  if (first) await user.click(first);
  await waitFor(() => expect(console.error).toHaveBeenCalled());
  expect(screen.getByText('Favourite 1')).toBeVisible();
});

// rule favorites-filter-form
it('applies filters, shows them as chips, and removes them', async () => {
  const { user } = await openFavorites();
  await findHeartButtons();
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  const form = within(screen.getByRole('form', { name: 'Filters' }));
  const types = within(form.getByRole('combobox', { name: 'Account Type' })).getAllByRole('option');
  expect(types.map(({ textContent }) => textContent)).toEqual(['All Types', 'Free', 'Premium']);
  await user.selectOptions(form.getByRole('combobox'), 'Premium');
  await user.type(form.getByLabelText('Minimum Likes'), '500');
  await user.type(form.getByLabelText('Minimum Chats'), 'lots');
  await user.click(form.getByRole('button', { name: 'Apply Filters' }));
  await waitFor(() =>
    expect(lastListQuery()).toMatchObject({ is_free: 'false', min_likes: '500' }),
  );
  expect(lastListQuery()).not.toHaveProperty('min_chats');
  expect(screen.getByRole('button', { name: 'Filters' })).toHaveFocus();
  const chips = within(screen.getByRole('list', { name: 'Active filters' }));
  await user.click(chips.getByRole('button', { name: /Account Type: Premium/ }));
  await waitFor(() => expect(lastListQuery()).not.toHaveProperty('is_free'));
  expect(chips.getByRole('button', { name: /Minimum Likes: 500/ })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.getByLabelText('Minimum Likes')).toHaveValue('');
  await user.type(screen.getByLabelText('Minimum Likes'), '9');
  await user.click(screen.getByRole('button', { name: 'Reset Filters' }));
  expect(screen.queryByRole('form', { name: 'Filters' })).toBeNull();
  expect(screen.queryByRole('list', { name: 'Active filters' })).toBeNull();
});

it('offers three orders', async () => {
  const { user } = await openFavorites();
  const sortSelect = screen.getByRole('combobox', { name: 'Sort' });
  expect(
    within(sortSelect)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Recently Liked', 'Name A-Z', 'Most Popular']);
  await user.selectOptions(sortSelect, 'Most Popular');
  await waitFor(() => expect(lastListQuery()).toMatchObject({ sort: 'popular' }));
});

// rules account-search-wait, favorites-none
it('searches after a pause, and clears search and filters where nothing matches', async () => {
  const { user } = await openFavorites();
  await findHeartButtons();
  await user.type(screen.getByPlaceholderText('Search favorites...'), 'nobody');
  expect(await screen.findByText('No characters match your search and filters.')).toBeVisible();
  expect(listQueries.map(({ search }) => search)).toEqual(['', 'nobody']);
  await user.click(screen.getByRole('button', { name: 'Clear Search & Filters' }));
  expect(await findHeartButtons()).toHaveLength(6);
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

// rule favorites-none
it('says when nothing is liked', async () => {
  storedFavorites = [];
  await openFavorites();
  expect(await screen.findByText('No favorites yet')).toBeVisible();
  expect(screen.getByText('Start exploring and like characters to see them here.')).toBeVisible();
});

it('offers a retry after a failure', async () => {
  server.use(http.get('*/api/user/favorites', () => refusal(500, 'x'), { once: true }));
  const { user } = await openFavorites();
  expect(await screen.findByText('Your favorites could not be fetched.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await findHeartButtons()).toHaveLength(6);
});
