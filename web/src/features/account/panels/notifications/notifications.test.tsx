import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Notice, NoticePage } from '#/shared/api/types';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fakeAccount } from '../../test/fake-account';
import { NotificationsPanel } from './notifications';

function fakeNotice(id: string, over: Partial<Notice> = {}): Notice {
  return {
    id,
    type: 'comment',
    title: `Title ${id}`,
    message: `Message ${id}`,
    is_read: false,
    created_at: new Date(Date.now() - 9 * 60_000).toISOString(),
    action_url: null,
    action_text: null,
    ...over,
  };
}

/** Serves these notices in pages of `size`. The returned state records the changes that were requested. */
function serveNotices(start: Notice[], size = 30) {
  const state = {
    notices: start,
    requests: [] as string[],
    refuse: null as null | (() => Response),
  };
  const page = (filter: string | null, cursor: number): NoticePage => {
    const matchingNotices = state.notices.filter(
      ({ is_read: isRead }) => filter === 'all' || isRead === (filter === 'read'),
    );
    const unread = state.notices.filter(({ is_read: isRead }) => !isRead).length;
    const endIndex = cursor + size;
    return {
      notifications: matchingNotices.slice(cursor, endIndex),
      nextCursor: endIndex < matchingNotices.length ? String(endIndex) : '',
      newest: 'the-newest',
      total: state.notices.length,
      unread,
    };
  };
  const changeHandler =
    (apply: (id: string) => void) =>
    ({ request, params }: { request: Request; params: Record<string, unknown> }) => {
      state.requests.push(
        `${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`,
      );
      const refusalAnswer = state.refuse?.();
      if (refusalAnswer) return refusalAnswer;
      apply(String(params['id']));
      return HttpResponse.json({ success: true });
    };
  server.use(
    http.get('*/api/user/notifications', ({ request }) => {
      const query = new URL(request.url).searchParams;
      return HttpResponse.json({ data: page(query.get('show'), Number(query.get('cursor') ?? 0)) });
    }),
    http.patch(
      '*/api/user/notifications/mark-all-read',
      changeHandler(() => {
        state.notices = state.notices.map((one) => ({ ...one, is_read: true }));
      }),
    ),
    http.patch(
      '*/api/user/notifications/:id/read',
      changeHandler((id) => {
        state.notices = state.notices.map((one) =>
          one.id === id ? { ...one, is_read: true } : one,
        );
      }),
    ),
    http.delete(
      '*/api/user/notifications/:id',
      changeHandler((id) => {
        state.notices = state.notices.filter((one) => one.id !== id);
      }),
    ),
  );
  return state;
}

function openNotifications(notices: Notice[], size?: number) {
  const { me } = fakeAccount();
  const fake = serveNotices(notices, size);
  return { ...renderApp(<NotificationsPanel user={me} />, { user: me }), fake };
}

const findNoticeRow = async (id: string) => {
  const noticeRow = (await screen.findByText(`Title ${id}`)).closest('li');
  if (!noticeRow) throw new Error(`no row ${id}`);
  return within(noticeRow);
};

const tab = (name: string) => screen.getByRole('tab', { name });

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
});

const threeNotices = [fakeNotice('a'), fakeNotice('b', { is_read: true }), fakeNotice('c')];

describe('lists', () => {
  // rule notifications-panel
  it('shows the counts, the tabs and the notices', async () => {
    const { user } = openNotifications(threeNotices);
    expect(await screen.findByText('2 unread notifications')).toBeVisible();
    expect(tab('All 3')).toHaveAttribute('aria-selected', 'true');
    expect((await findNoticeRow('a')).getByText('Message a')).toBeVisible();
    expect((await findNoticeRow('a')).getByText('9m ago')).toBeVisible();
    expect((await findNoticeRow('a')).getByText('Unread')).toBeInTheDocument();
    expect((await findNoticeRow('b')).queryByText('Unread')).toBeNull();
    await user.click(tab('Read 1'));
    expect(await findNoticeRow('b')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Title a')).toBeNull());
    await user.click(tab('Unread 2'));
    expect(await findNoticeRow('c')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Title b')).toBeNull());
  });

  // rule notifications-panel
  it('says why a list is empty', async () => {
    const { user } = openNotifications([]);
    expect(await screen.findByText('All caught up!')).toBeVisible();
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    expect(
      screen.getByText("We'll notify you about new likes, comments, and updates."),
    ).toBeVisible();
    await user.click(tab('Unread 0'));
    expect(await screen.findByText('No unread notifications')).toBeVisible();
    await user.click(tab('Read 0'));
    expect(await screen.findByText('No read notifications')).toBeVisible();
  });

  it('says one notification in the singular', async () => {
    openNotifications([fakeNotice('a')]);
    expect(await screen.findByText('1 unread notification')).toBeVisible();
  });

  it('offers to fetch again what could not be fetched', async () => {
    const { user } = openNotifications(threeNotices);
    server.use(http.get('*/api/user/notifications', () => refusal(503, 'Away'), { once: true }));
    expect(await screen.findByText('Your notifications could not be fetched.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findNoticeRow('a')).toBeTruthy();
  });
});

describe('changes', () => {
  // rules notifications-after-success, notifications-panel
  it('marks a notice read once the server has', async () => {
    const { user, fake } = openNotifications(threeNotices);
    await user.click((await findNoticeRow('a')).getByRole('button', { name: 'Mark as read' }));
    expect(await screen.findByText('1 unread notification')).toBeVisible();
    expect((await findNoticeRow('a')).queryByRole('button', { name: 'Mark as read' })).toBeNull();
    expect(fake.requests).toEqual(['PATCH /api/user/notifications/a/read']);
    expect(screen.getByText('Title a').closest('li')).toHaveFocus();
  });

  // rule notifications-after-success
  it('keeps a notice that could not be deleted', async () => {
    const { user, fake } = openNotifications(threeNotices);
    fake.refuse = () => refusal(503, '');
    await user.click((await findNoticeRow('a')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('The notification could not be deleted.')).toBeVisible();
    expect(await findNoticeRow('a')).toBeTruthy();
    expect(screen.getByText('2 unread notifications')).toBeVisible();
  });

  // rule notifications-after-success
  it('deletes a notice, and its neighbour gets the focus', async () => {
    const { user } = openNotifications(threeNotices);
    await user.click((await findNoticeRow('a')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Title a')).toBeNull());
    expect(tab('All 2')).toBeVisible();
    expect(tab('Unread 1')).toBeVisible();
    expect(screen.getByText('Title b').closest('li')).toHaveFocus();
  });

  it('deletes without complaint what is gone already', async () => {
    const { user, fake } = openNotifications([fakeNotice('a')]);
    fake.refuse = () => refusal(404, 'This notification does not exist.');
    await user.click((await findNoticeRow('a')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No notifications yet')).toBeVisible();
    expect(screen.queryByText('This notification does not exist.')).toBeNull();
    expect(screen.getByRole('tabpanel')).toHaveFocus();
  });

  // rule notifications-all-read
  it('marks all read that were shown', async () => {
    const { user, fake } = openNotifications(threeNotices);
    await findNoticeRow('a');
    await user.click(screen.getByRole('button', { name: 'Mark all read' }));
    expect(await screen.findByText('All caught up!')).toBeVisible();
    expect(fake.requests).toEqual(['PATCH /api/user/notifications/mark-all-read?until=the-newest']);
    await user.click(screen.getByRole('button', { name: 'Mark all read' }));
    expect(fake.requests).toHaveLength(1);
  });

  // rule notifications-panel
  it('follows the action of a notice and marks it read', async () => {
    const { user, fake, address } = openNotifications([
      fakeNotice('a', { action_url: '/character/profile/socrates' }),
      fakeNotice('b', { action_url: '/blog/on-bees', action_text: 'Read', is_read: true }),
    ]);
    expect((await findNoticeRow('b')).getByRole('link', { name: /^Read/ })).toHaveAttribute(
      'href',
      '/blog/on-bees',
    );
    await user.click((await findNoticeRow('a')).getByRole('link', { name: /^View/ }));
    expect(address()).toBe('/character/profile/socrates');
    await waitFor(() => expect(fake.requests).toEqual(['PATCH /api/user/notifications/a/read']));
  });
});

// rules notifications-panel, account-notifications
it('leads to the settings, and has the preferences below', async () => {
  openNotifications([]);
  expect(screen.getByRole('link', { name: 'Settings' })).toHaveAttribute(
    'href',
    '/user?section=settings&tab=notifications',
  );
  expect(screen.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  expect(await screen.findAllByRole('switch')).toHaveLength(8);
});
