import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeCharacter } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { ProfilePage } from './profile';

const named = (id: string, name: string) => fakeCharacter({ id, name, slug: id });
const ada = named('ada', 'Ada Lovelace');
const others = [named('a', 'Abigail'), ada, named('b', 'Basho')];

/** A server without the requested character; another character has a similar name. */
function serveNobody() {
  const searched: string[] = [];
  server.use(
    http.get('*/api/profile/:id', () => refusal(404, 'Character not found')),
    http.get('*/api/profile/:id/comments', () => refusal(404, 'Character not found')),
    http.get('*/api/profile/:id/similar', () => refusal(404, 'Character not found')),
    http.get('*/api/characters', ({ request }) => {
      const words = new URL(request.url).searchParams.get('search') ?? '';
      searched.push(words);
      return HttpResponse.json({ data: words === '' ? others : [ada], nextCursor: '', total: 1 });
    }),
  );
  return searched;
}

const open = () =>
  renderApp(
    <Routes>
      <Route path="/character/profile/:characterId" element={<ProfilePage />} />
      <Route path="*" element={null} />
    </Routes>,
    { url: '/character/profile/ada-lovelac', user: null },
  );

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

it('offers three other characters for an unknown one, similar names first', async () => {
  const searched = serveNobody();
  open();
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Character not found');
  const others = within(await screen.findByRole('region', { name: 'Characters who are there' }));
  expect(others.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Ada Lovelace',
    'Abigail',
    'Basho',
  ]);
  expect(searched).toEqual(['ada lovelac', '']);
  expect(document.title).toBe('Character not found | Colloquy');
});

it('searches the catalogue', async () => {
  serveNobody();
  const { user, address } = open();
  const field = await screen.findByRole('searchbox', { name: 'Search Characters or Categories' });
  await user.type(field, 'ada{Enter}');
  expect(address()).toBe('/characters?categories=ada');
});
