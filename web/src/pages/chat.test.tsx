import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { fakeComment, fakeProfile, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { server } from '#/shared/test/server';
import { ChatPage } from './chat';

const fakeSession = {
  id: 'u1_20',
  user_id: 'u1',
  character_id: 20,
  image: '/portraits/ada-lovelace-card.webp',
  is_locked: false,
  demo_mode: false,
  expiry_at: null,
  lastMessage: { content: 'Hello' },
  message_count: 1,
  created_at: '2026-11-20T20:00:00Z',
  updated_at: '2026-11-20T20:41:00Z',
  character: fakeProfile(),
};

function openChat() {
  const stats = { chats: 26_412, likes: 6118, followers: 2, comments: 1 };
  server.use(
    http.post('*/api/session', () => HttpResponse.json(fakeSession)),
    http.get('*/api/sessions/characterProfile', () =>
      HttpResponse.json({ sessions: [fakeSession] }),
    ),
    http.get('*/api/messages/u1_20', () => HttpResponse.json({ messages: [], hasMore: false })),
    http.get('*/api/profile/:id', () => HttpResponse.json(fakeProfile({ stats }))),
    http.get('*/api/profile/:id/comments', () =>
      HttpResponse.json({ comments: [fakeComment('c')], hasMore: false, lastItemRef: '' }),
    ),
    http.post('*/api/profile/:id/like', () =>
      HttpResponse.json({ is_liked: true, like_count: 6119 }),
    ),
    http.post('*/api/profile/:id/follow', () =>
      HttpResponse.json({ is_following: true, follower_count: 3 }),
    ),
  );
  return renderApp(
    <Routes>
      <Route path="/chats/:chatId" element={<ChatPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    { url: '/chats/ada-lovelace', user: fakeUser() },
  );
}

const findDetails = async () =>
  within(await screen.findByRole('complementary', { name: 'About Ada Lovelace' }));
const commentsDrawer = () => screen.queryByRole('complementary', { name: 'Comments' });

beforeEach(() => setDesktop(true));

it('likes and follows in the details, with the counts of the server', async () => {
  const { user } = openChat();
  const panel = await findDetails();
  expect(await panel.findByText('26.4k')).toBeVisible();
  expect(panel.getByText('6,118')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Like' }));
  expect(await panel.findByText('6,119')).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Follow' }));
  expect(await panel.findByRole('button', { name: 'Unfollow' })).toBeVisible();
  expect(panel.getByText('3')).toBeVisible();
});

it('links to the profile and to tags', async () => {
  openChat();
  const panel = await findDetails();
  expect(await panel.findByRole('link', { name: 'View profile' })).toHaveAttribute(
    'href',
    '/character/profile/ada-lovelace',
  );
  expect(panel.getByRole('link', { name: 'poetry' })).toHaveAttribute(
    'href',
    '/tags/?isActive=0&tagName=poetry',
  );
});

it('opens the comments from the header and the details, beside a chat that stays usable', async () => {
  const { user } = openChat();
  const panel = await findDetails();
  await panel.findByText('26.4k');
  const buttons = screen.getAllByRole('button', { name: 'Show comments' });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    await user.click(button);
    expect(await screen.findByText('text of c')).toBeVisible();
    expect(screen.getByRole('main').closest('[inert]')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close comments' }));
    expect(commentsDrawer()).toBeNull();
    expect(button).toHaveFocus();
  }
});

it('shares the profile from the header and the details', async () => {
  const { user } = openChat();
  const panel = await findDetails();
  await panel.findByText('26.4k');
  const buttons = screen.getAllByRole('button', { name: 'Share' });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) {
    await user.click(button);
    expect((await screen.findAllByText('Link copied!'))[0]).toBeVisible();
  }
  expect(await navigator.clipboard.readText()).toBe(
    'http://colloquy.test/character/profile/ada-lovelace',
  );
});

it('opens the comments over the chat on a phone', async () => {
  setDesktop(false);
  const { user } = openChat();
  await screen.findByRole('button', { name: 'Show details' });
  expect(screen.queryByRole('button', { name: 'Show comments' })).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Show details' }));
  await user.click(await (await findDetails()).findByRole('button', { name: 'Show comments' }));
  await waitFor(() => expect(commentsDrawer()).toBeVisible());
  expect(document.querySelector('main')?.closest('[inert]')).not.toBeNull();
});
