import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeCharacter } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { ProfilePage } from './profile';

const characterNamed = (id: string, name: string) => fakeCharacter({ id, name, slug: id });
const ada = characterNamed('ada', 'Ada Lovelace');
const foundCharacters = [characterNamed('a', 'Abigail'), ada, characterNamed('b', 'Basho')];

/**
 * Serves an API that lacks the requested character and finds Ada in a search. Returns the texts of
 * the searches so far.
 */
function serveUnknownCharacter() {
  const searched: string[] = [];
  server.use(
    http.get('*/api/profile/:id', () => refusal(404, 'Character not found')),
    http.get('*/api/profile/:id/comments', () => refusal(404, 'Character not found')),
    http.get('*/api/profile/:id/similar', () => refusal(404, 'Character not found')),
    http.get('*/api/characters', ({ request }) => {
      const words = new URL(request.url).searchParams.get('search') ?? '';
      searched.push(words);
      return HttpResponse.json({
        data: words === '' ? foundCharacters : [ada],
        nextCursor: '',
        total: 1,
      });
    }),
  );
  return searched;
}

const openProfile = () =>
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
  const searchedWords = serveUnknownCharacter();
  openProfile();
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Character not found');
  const otherCharacters = within(
    await screen.findByRole('region', { name: 'Characters who are there' }),
  );
  expect(otherCharacters.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Ada Lovelace',
    'Abigail',
    'Basho',
  ]);
  expect(searchedWords).toEqual(['ada lovelac', '']);
  expect(document.title).toBe('Character not found | Colloquy');
});

it('searches the catalogue', async () => {
  serveUnknownCharacter();
  const { user, address } = openProfile();
  const field = await screen.findByRole('searchbox', { name: 'Search Characters or Categories' });
  await user.type(field, 'ada{Enter}');
  expect(address()).toBe('/characters?categories=ada');
});
