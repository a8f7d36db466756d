import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { serveHome } from '#/shared/test/content';
import { deferred } from '#/shared/test/deferred';
import { fakeProfile, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { HomeScreen } from './home-screen';

const list = '*/api/sessions/characterProfile';
const chat = (slug: string, over: object = {}) => ({
  id: `u1_${slug}`,
  character: fakeProfile({ slug, name: `The ${slug}` }),
  is_locked: false,
  lastMessage: { content: `A **bold** line of ${slug}` },
  updated_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  ...over,
});
const answer = (...sessions: object[]) =>
  server.use(http.get(list, () => HttpResponse.json({ sessions })));

const open = (user: ReturnType<typeof fakeUser> | null = fakeUser()) => {
  serveHome();
  return renderApp(<HomeScreen />, { user });
};
const region = () => screen.findByRole('region', { name: 'Go on talking' });
const banner = () => screen.findByRole('heading', { level: 1, name: 'Two thousand years' });

// rule home-go-on
it('shows the newest conversations above the sections', async () => {
  let asked = '';
  server.use(
    http.get(list, ({ request }) => {
      asked = new URL(request.url).search;
      return HttpResponse.json({ sessions: [chat('rumi'), chat('ada-lovelace')] });
    }),
  );
  open();
  const talks = within(await region());
  expect(talks.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/user?section=chats',
    '/chats/rumi',
    '/chats/ada-lovelace',
  ]);
  expect(talks.getByRole('link', { name: /^The rumi 5m ago A bold line of rumi$/ })).toBeVisible();
  const title = await banner();
  const follows = (await region()).compareDocumentPosition(title);
  expect(follows & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(asked).toBe('?limit=3');
});

it('shows no line of a locked character', async () => {
  answer(chat('rumi', { is_locked: true }));
  open();
  const talks = within(await region());
  expect(talks.getByRole('link', { name: /^The rumi locked,\s*5m ago/ })).toBeVisible();
  expect(talks.queryByText(/bold/)).toBeNull();
});

it('makes the sections wait for the conversations', async () => {
  const { promise, resolve } = deferred<Response>();
  server.use(http.get(list, () => promise));
  const { client } = open();
  await waitFor(() => expect(client.getQueryData(['home'])).toBeDefined());
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  resolve(HttpResponse.json({ sessions: [chat('rumi')] }));
  await banner();
  expect(await region()).toBeVisible();
});

it.each([
  ['there are none', () => HttpResponse.json({ sessions: [] })],
  ['the call fails', () => refusal(500, 'Broken')],
])('shows the sections alone if %s', async (_, respond) => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.use(http.get(list, respond));
  open();
  await banner();
  expect(screen.queryByRole('region', { name: 'Go on talking' })).toBeNull();
});

it('leaves out conversations that come late', async () => {
  server.use(
    http.get(list, async () => {
      await delay(3300);
      return HttpResponse.json({ sessions: [chat('rumi')] });
    }),
  );
  open();
  await screen.findByRole('heading', { level: 1 }, { timeout: 3200 });
  await delay(500);
  expect(screen.queryByRole('region', { name: 'Go on talking' })).toBeNull();
});

it('fetches nothing for visitors', async () => {
  const asked = vi.fn(() => HttpResponse.json({ sessions: [] }));
  server.use(http.get(list, asked));
  open(null);
  await banner();
  expect(asked).not.toHaveBeenCalled();
});
