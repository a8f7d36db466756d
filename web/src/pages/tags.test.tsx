import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { fakeTags } from '#/shared/test/content';
import { fakeCharacter } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { server } from '#/shared/test/server';
import { TagsPage } from './tags';

it('ignores capitals: title, heading, chips and request have the tag in lower case', async () => {
  const requestedTags: (string | null)[] = [];
  server.use(
    http.get('*/api/tags', () => HttpResponse.json({ data: fakeTags })),
    http.get('*/api/characters', ({ request }) => {
      requestedTags.push(new URL(request.url).searchParams.get('tag'));
      return HttpResponse.json({ data: [fakeCharacter()], nextCursor: '', total: 1 });
    }),
  );
  renderApp(<TagsPage />, { url: '/tags/?isActive=0&tagName=%20Poetry', user: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'poetry' })).toBeVisible();
  expect(await screen.findByText('1 character')).toBeVisible();
  const chips = within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('link');
  expect(chips.map((chip) => chip.textContent)).toEqual(['poetry, remove', 'war ']);
  expect(requestedTags).toEqual(['poetry']);
  expect(document.title).toBe('poetry | Colloquy');
});
