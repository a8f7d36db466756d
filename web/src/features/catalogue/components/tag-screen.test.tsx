import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { fakeTags } from '#/shared/test/content';
import { fakeCharacter } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { TagScreen } from './tag-screen';

/** Tag and cursor of each request for characters. */
const pageRequests: string[] = [];

beforeEach(() => {
  pageRequests.length = 0;
  server.use(
    http.get('*/api/tags', () => HttpResponse.json({ data: fakeTags })),
    http.get('*/api/characters', ({ request }) => {
      const query = new URL(request.url).searchParams;
      pageRequests.push(`${query.get('tag')} ${query.get('cursor')}`);
      const isFirstPage = query.get('cursor') === '';
      const name = isFirstPage ? 'Rumi' : 'Hafez';
      return HttpResponse.json({
        data: [fakeCharacter({ id: name, name, slug: name.toLowerCase() })],
        nextCursor: isFirstPage ? 'more' : '',
        total: 2,
      });
    }),
  );
});

// rule catalogue-tag-page
it('lists the characters with the tag by pages', async () => {
  const { user } = renderApp(<TagScreen tag="poetry" />, { user: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'poetry' })).toBeVisible();
  expect(await screen.findByText('2 characters')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Rumi' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('heading', { name: 'Hafez' })).toBeVisible();
  expect(pageRequests).toEqual(['poetry ', 'poetry more']);
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Hafez' })).toHaveFocus();
});

it('opens the catalogue for a search', async () => {
  const { user, address } = renderApp(<TagScreen tag="poetry" />, { user: null });
  await user.type(
    screen.getByRole('searchbox', { name: 'Search Characters or Categories' }),
    ' Hafez {Enter}',
  );
  await waitFor(() => expect(address()).toBe('/characters?categories=Hafez'));
});

it('offers a retry after a failure', async () => {
  server.use(http.get('*/api/characters', () => refusal(500, 'Broken'), { once: true }));
  const { user } = renderApp(<TagScreen tag="poetry" />, { user: null });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Rumi' })).toBeVisible();
});

it('links to other tags, and from the chosen tag back to all', async () => {
  renderApp(<TagScreen tag="poetry" />, { user: null });
  expect(await screen.findByRole('link', { name: 'war' })).toHaveAttribute(
    'href',
    '/tags/?isActive=0&tagName=war',
  );
  expect(screen.getByRole('link', { name: 'poetry, remove' })).toHaveAttribute(
    'href',
    '/characters',
  );
});

it('says when no character has the tag', async () => {
  server.use(
    http.get('*/api/characters', () => HttpResponse.json({ data: [], nextCursor: '', total: 0 })),
  );
  renderApp(<TagScreen tag="nothing" />, { user: null });
  expect(await screen.findByText('No characters found.')).toBeVisible();
  expect(screen.getByText(/Nobody in the album carries this tag\./)).toBeVisible();
});

it('offers every tag with its count when none is chosen', async () => {
  const data = Array.from({ length: 30 }, (_, at) => ({ name: `tag ${at}`, count: 30 - at }));
  server.use(http.get('*/api/tags', () => HttpResponse.json({ data })));
  renderApp(<TagScreen tag="" />, { user: null });
  const tags = within(screen.getByRole('list', { name: 'Tags' }));
  await waitFor(() => expect(tags.getAllByRole('link')).toHaveLength(30));
  expect(tags.getByRole('link', { name: 'tag 0 30' })).toBeVisible();
  expect(pageRequests).toEqual([]);
});

it('offers some other tags beside the chosen one', async () => {
  const data = Array.from({ length: 30 }, (_, at) => ({ name: `tag ${at}`, count: 30 - at }));
  server.use(http.get('*/api/tags', () => HttpResponse.json({ data })));
  renderApp(<TagScreen tag="tag 3" />, { user: null });
  const tags = within(screen.getByRole('list', { name: 'Tags' }));
  await waitFor(() => expect(tags.getAllByRole('link')).toHaveLength(25));
  expect(tags.getByRole('link', { name: 'tag 0' })).toBeVisible();
});
