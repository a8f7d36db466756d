import { screen, waitFor, within } from '@testing-library/react';
import { delay, HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import { serveHome } from '#/shared/test/content';
import { deferred } from '#/shared/test/deferred';
import { fakeProfile, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { HomeScreen } from './home-screen';

const sessionsPath = '*/api/sessions/characterProfile';
const fakeChat = (slug: string, over: object = {}) => ({
  id: `u1_${slug}`,
  character: fakeProfile({ slug, name: `The ${slug}` }),
  is_locked: false,
  lastMessage: { content: `A **bold** line of ${slug}` },
  updated_at: new Date(Date.now() - 5 * 60_000).toISOString(),
  ...over,
});
const serveSessions = (...sessions: object[]) =>
  server.use(http.get(sessionsPath, () => HttpResponse.json({ sessions })));

const openHome = (user: ReturnType<typeof fakeUser> | null = fakeUser()) => {
  serveHome();
  return renderApp(<HomeScreen />, { user });
};
const findTalksRegion = () => screen.findByRole('region', { name: 'Go on talking' });
const findBanner = () => screen.findByRole('heading', { level: 1, name: 'Two thousand years' });

// rule home-go-on
it('shows the newest conversations above the sections', async () => {
  let askedQuery = '';
  server.use(
    http.get(sessionsPath, ({ request }) => {
      askedQuery = new URL(request.url).search;
      return HttpResponse.json({ sessions: [fakeChat('rumi'), fakeChat('ada-lovelace')] });
    }),
  );
  openHome();
  const talksRegion = within(await findTalksRegion());
  expect(talksRegion.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/user?section=chats',
    '/chats/rumi',
    '/chats/ada-lovelace',
  ]);
  expect(
    talksRegion.getByRole('link', { name: /^The rumi 5m ago A bold line of rumi$/ }),
  ).toBeVisible();
  const title = await findBanner();
  const bannerPosition = (await findTalksRegion()).compareDocumentPosition(title);
  expect(bannerPosition & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(askedQuery).toBe('?limit=3');
});

it('shows no line of a locked character', async () => {
  serveSessions(fakeChat('rumi', { is_locked: true }));
  openHome();
  const talks = within(await findTalksRegion());
  expect(talks.getByRole('link', { name: /^The rumi locked,\s*5m ago/ })).toBeVisible();
  expect(talks.queryByText(/bold/)).toBeNull();
});

it('makes the sections wait for the conversations', async () => {
  const { promise, resolve } = deferred<Response>();
  server.use(http.get(sessionsPath, () => promise));
  const { client } = openHome();
  await waitFor(() => expect(client.getQueryData(['home'])).toBeDefined());
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
  expect(screen.queryByRole('heading', { level: 1 })).toBeNull();
  resolve(HttpResponse.json({ sessions: [fakeChat('rumi')] }));
  await findBanner();
  expect(await findTalksRegion()).toBeVisible();
});

it.each([
  ['there are none', () => HttpResponse.json({ sessions: [] })],
  ['the call fails', () => refusal(500, 'Broken')],
])('shows the sections alone if %s', async (_, respond) => {
  vi.spyOn(console, 'error').mockReturnValue();
  server.use(http.get(sessionsPath, respond));
  openHome();
  await findBanner();
  expect(screen.queryByRole('region', { name: 'Go on talking' })).toBeNull();
});

it('leaves out conversations that come late', async () => {
  server.use(
    http.get(sessionsPath, async () => {
      await delay(3300);
      return HttpResponse.json({ sessions: [fakeChat('rumi')] });
    }),
  );
  openHome();
  await screen.findByRole('heading', { level: 1 }, { timeout: 3200 });
  await delay(500);
  expect(screen.queryByRole('region', { name: 'Go on talking' })).toBeNull();
});

it('fetches nothing for visitors', async () => {
  const answerSessions = vi.fn(() => HttpResponse.json({ sessions: [] }));
  server.use(http.get(sessionsPath, answerSessions));
  openHome(null);
  await findBanner();
  expect(answerSessions).not.toHaveBeenCalled();
});
