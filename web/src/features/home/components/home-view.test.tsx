import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useModalStore } from '#/features/auth';
import { deferred } from '#/shared/test/deferred';
import { fakeCharacter, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { HomeView } from './home-view';

const ada = fakeCharacter();
const cleopatra = fakeCharacter({
  id: 'cleopatra7',
  character_id: 21,
  name: 'Cleopatra VII',
  slug: 'cleopatra-vii',
  category: 'Royalty',
  is_free: false,
  is_locked: true,
});

function charactersAre(data: unknown[]) {
  server.use(http.get('*/api/characters', () => HttpResponse.json({ data, total: data.length })));
}

function sessionAnswers(answer: () => Response) {
  const bodies: unknown[] = [];
  server.use(
    http.post('*/api/session', async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  return bodies;
}

const chatButton = (name: string) => screen.findByRole('button', { name: `CHAT with ${name}` });

beforeEach(() => useModalStore.setState({ modal: null, after: null }));

describe('home', () => {
  it('waits behind a full-screen spinner with the scroll locked', async () => {
    const { promise, resolve } = deferred<Response>();
    server.use(http.get('*/api/characters', () => promise));
    renderApp(<HomeView />, { user: null });
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(document.documentElement).toHaveAttribute('data-scroll-locked');
    resolve(HttpResponse.json({ data: [ada], total: 1 }));
    await chatButton('Ada Lovelace');
    expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  });

  it('lists every character with name, tier and a CHAT button', async () => {
    charactersAre([ada, cleopatra]);
    renderApp(<HomeView />, { user: null });
    await chatButton('Ada Lovelace');
    const [first, second] = screen.getAllByRole('article');
    if (!first || !second) throw new Error('two stamps expected');
    expect(within(first).getByText('FREE')).toBeVisible();
    expect(within(second).getByText('PRO')).toBeVisible();
    expect(within(second).getByRole('heading', { name: 'Cleopatra VII' })).toBeVisible();
  });

  it('says so when there is nobody', async () => {
    charactersAre([]);
    renderApp(<HomeView />, { user: null });
    expect(await screen.findByText('No characters found.')).toBeVisible();
  });

  it('offers to try again after a failure', async () => {
    server.use(http.get('*/api/characters', () => refusal(500, 'Broken')));
    const { user } = renderApp(<HomeView />, { user: null });
    const again = await screen.findByRole('button', { name: 'Try again' });
    charactersAre([ada]);
    await user.click(again);
    expect(await chatButton('Ada Lovelace')).toBeVisible();
  });

  it('makes the session and opens the chat for a user', async () => {
    charactersAre([ada]);
    const bodies = sessionAnswers(() => HttpResponse.json({ id: 'u1_20' }));
    const { user, address } = renderApp(<HomeView />, { user: fakeUser() });
    await user.click(await chatButton('Ada Lovelace'));
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
    expect(bodies).toEqual([{ characterId: 20 }]);
  });

  it('opens the login modal for a visitor, and the chat only after it', async () => {
    charactersAre([ada]);
    const bodies = sessionAnswers(() => HttpResponse.json({ id: 'u1_20' }));
    const { user, address } = renderApp(<HomeView />, { user: null });
    await user.click(await chatButton('Ada Lovelace'));
    expect(useModalStore.getState().modal).toBe('login');
    expect(bodies).toEqual([]);
    useModalStore.getState().after?.();
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
    expect(bodies).toEqual([{ characterId: 20 }]);
  });

  it('stays and says why when the session is refused', async () => {
    charactersAre([ada]);
    sessionAnswers(() => refusal(404, 'Character not found'));
    const { user, address } = renderApp(<HomeView />, { user: fakeUser() });
    await user.click(await chatButton('Ada Lovelace'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Character not found');
    expect(address()).toBe('/');
    expect(await chatButton('Ada Lovelace')).toBeEnabled();
  });

  it('leads from the banner to the stamps', () => {
    vi.stubGlobal('scrollTo', () => undefined);
    charactersAre([ada]);
    renderApp(<HomeView />, { user: null });
    const link = screen.getByRole('link', { name: 'Meet the Characters' });
    expect(link).toHaveAttribute('href', '#characters');
    expect(document.querySelector('#characters')).toBeInTheDocument();
  });
});
