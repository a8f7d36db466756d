import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ChatSummary } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { AccountScreen } from '../components/account-screen';

function fakeChat(slug: string, content: string | null): ChatSummary {
  return {
    id: `u1_${slug}`,
    title: '',
    character: {
      id: slug,
      character_id: 20,
      name: `Name of ${slug}`,
      slug,
      category: 'Artists & Writers',
      image_url: `/portraits/${slug}-card.webp`,
      coin_url: `/portraits/${slug}-coin.webp`,
      is_active: true,
    },
    lastMessage: content === null ? null : { content },
    message_count: 2,
    created_at: '2026-11-01T12:00:00Z',
    updated_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  };
}

function openProfilePanel() {
  const me = fakeUser({
    user_purchase: [
      { character_id: 0, plan_id: 2, status: 'active', expiry_at: '2027-03-14T12:00:00Z' },
    ],
  });
  return renderApp(<AccountScreen user={me} section="profile" />, { user: me });
}

beforeEach(() => setDesktop(true));

describe('the panel of the profile', () => {
  // rule account-profile-panel
  it('shows plan, figures and the latest conversations', async () => {
    const chats = [fakeChat('ada', 'Good evening.'), fakeChat('bo', null)];
    server.use(
      http.get('*/api/user/chats', () =>
        HttpResponse.json({ data: { chats, nextCursor: '', total: 7 } }),
      ),
      http.get('*/api/user/favorites', () =>
        HttpResponse.json({
          data: { data: [], pagination: { total: 6, perPage: 1, currentPage: 1 } },
        }),
      ),
      http.get('*/api/user/collections', () =>
        HttpResponse.json({ data: { characters: [], nextCursor: '', total: 1 } }),
      ),
      http.get('*/api/user/notifications', () =>
        HttpResponse.json({ data: { notifications: [], nextCursor: '', total: 9, unread: 0 } }),
      ),
    );
    openProfilePanel();
    expect(await screen.findByText('Full Access, until 14 Mar 2027')).toBeVisible();
    const row = await screen.findByRole('link', { name: /Name of ada/ });
    expect(row).toHaveTextContent('Name of adaGood evening.3h ago');
    expect(row).toHaveAttribute('href', '/chats/ada');
    expect(screen.getByRole('link', { name: /Name of bo/ })).toHaveTextContent('No messages yet');
    expect((await screen.findByText('characters met')).nextSibling).toHaveTextContent('7');
    expect(await screen.findByText('6 characters liked')).toBeVisible();
    expect(await screen.findByText('1 character collected')).toBeVisible();
    expect(await screen.findByText('7 conversations')).toBeVisible();
    expect(await screen.findByText('All caught up!')).toBeVisible();
  });

  // rule account-profile-panel
  it('leaves out what cannot be fetched', async () => {
    server.use(http.get('*/api/user/:list', () => refusal(503, 'down')));
    openProfilePanel();
    expect(await screen.findByText('Full Access, until 14 Mar 2027')).toBeVisible();
    expect(screen.getByText('All your conversations')).toBeVisible();
    expect(screen.queryByText('characters met')).toBeNull();
    expect(screen.queryByText('Where you left off')).toBeNull();
  });
});
