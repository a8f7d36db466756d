import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { fakeProfile, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { ChatsPage } from './chats';

const chatListPath = '*/api/sessions/characterProfile';
const openChatsPage = () => renderApp(<ChatsPage />, { url: '/chats', user: fakeUser() });

it('redirects to the newest conversation', async () => {
  const sessions = ['rumi', 'ada-lovelace'].map((slug) => ({
    id: `u1_${slug}`,
    character: fakeProfile({ slug }),
  }));
  server.use(http.get(chatListPath, () => HttpResponse.json({ sessions })));
  const { address } = openChatsPage();
  await waitFor(() => expect(address()).toBe('/chats/rumi'));
});

it('redirects to the catalogue with a toast when there is none', async () => {
  server.use(http.get(chatListPath, () => HttpResponse.json({ sessions: [] })));
  const { address } = openChatsPage();
  await waitFor(() => expect(address()).toBe('/characters'));
  expect(await screen.findByText(/^No chats yet\./)).toBeVisible();
});

it('offers a retry when the list fails', async () => {
  let requestCount = 0;
  const character = fakeProfile({ slug: 'rumi' });
  server.use(
    http.get(chatListPath, () => {
      requestCount += 1;
      if (requestCount === 1) return refusal(503, 'The database does not answer.');
      return HttpResponse.json({ sessions: [{ id: 'u1_237', character }] });
    }),
  );
  const { address, user } = openChatsPage();
  expect(await screen.findByText('Your chats could not be fetched')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(address()).toBe('/chats/rumi'));
});
