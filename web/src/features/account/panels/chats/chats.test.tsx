import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { ChatSummary } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fakeChatSummary } from '../../test/fake-chats';
import { ChatsPanel } from './chats';

/** A server with chats. The returned state has its chats, and records searches and deletions. */
function fakeHistory(chats: ChatSummary[]) {
  const state = { chats, searches: [] as string[], deleted: [] as string[][] };
  server.use(
    http.get('*/api/user/chats', ({ request }) => {
      const search = new URL(request.url).searchParams.get('search') ?? '';
      state.searches.push(search);
      const foundChats = state.chats.filter(({ character }) => character.name.includes(search));
      return HttpResponse.json({
        data: { chats: foundChats, nextCursor: '', total: foundChats.length },
      });
    }),
    http.post('*/api/user/chats/bulk-delete', async ({ request }) => {
      const { sessionIds } = (await request.json()) as { sessionIds: string[] };
      state.deleted.push(sessionIds);
      state.chats = state.chats.filter(({ id }) => !sessionIds.includes(id));
      return HttpResponse.json({ success: true });
    }),
    http.delete('*/api/user/chats/:id', ({ params }) => {
      state.deleted.push([String(params['id'])]);
      state.chats = state.chats.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({ success: true });
    }),
  );
  return state;
}

const fakeChats = (count: number) =>
  Array.from({ length: count }, (_, i) => fakeChatSummary(`u_${i}`));
const openChatsPanel = () => renderApp(<ChatsPanel user={fakeUser()} />, { user: fakeUser() });
const findDeleteDialog = async () => {
  const dialog = await screen.findByRole('dialog', { name: 'Delete Chats' });
  return { dialog, button: within(dialog).getByRole('button', { name: 'Delete' }) };
};

// rules chats-row, chats-groups
it('shows the rows of a chat', async () => {
  fakeHistory([
    fakeChatSummary('u_1', { lastMessage: { content: '**Line** of\n`u_1`' } }),
    fakeChatSummary('u_2', { lastMessage: null, message_count: 1 }),
  ]);
  openChatsPanel();
  expect(await screen.findByRole('heading', { level: 2, name: 'Today' })).toBeVisible();
  expect(screen.getByText('Line of u_1')).toBeVisible();
  expect(screen.getByText('No messages yet')).toBeVisible();
  expect(screen.getByText(/^2 messages · Started 9 Jan/)).toBeVisible();
  expect(screen.getByText(/^1 message · Started 9 Jan/)).toBeVisible();
  expect(screen.getAllByText('0m ago')).toHaveLength(2);
  expect(screen.getByRole('link', { name: 'Continue Chat with Person u_1' })).toHaveAttribute(
    'href',
    '/chat/person-u_1?session=u_1',
  );
});

// rules chats-empty, chats-search-field
it('searches after a pause, and says what is missing', async () => {
  const state = fakeHistory([]);
  const { user } = openChatsPanel();
  expect(await screen.findByText('No chat history')).toBeVisible();
  expect(
    screen.getByText('Start chatting with characters to see your history here.'),
  ).toBeVisible();
  await user.type(screen.getByPlaceholderText('Search chats...'), 'ada');
  expect(await screen.findByText('No chats match your search.')).toBeVisible();
  expect(state.searches).toEqual(['', 'ada']);
});

// rules chats-select, chats-delete-dialog
it('deletes more than a hundred chats in several calls', async () => {
  const state = fakeHistory(fakeChats(150));
  const { user } = openChatsPanel();
  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  expect(screen.getByText('150 selected')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
  const { dialog, button } = await findDeleteDialog();
  expect(dialog).toHaveTextContent(
    'Are you sure you want to delete 150 chat(s)? This action cannot be undone.',
  );
  await user.click(button);
  expect(await screen.findByText('No chat history')).toBeVisible();
  expect(state.deleted.map((ids) => ids.length)).toEqual([100, 50]);
}, 20_000);

// rules chats-select, chats-delete-dialog
it('keeps a chat whose deletion fails', async () => {
  const state = fakeHistory(fakeChats(2));
  server.use(http.delete('*/api/user/chats/:id', () => refusal(500, ''), { once: true }));
  const { user } = openChatsPanel();
  await user.click(await screen.findByRole('button', { name: 'Delete the chat with Person u_1' }));
  const { dialog, button } = await findDeleteDialog();
  expect(dialog).toHaveTextContent(
    'Are you sure you want to delete 1 chat(s)? This action cannot be undone.',
  );
  await user.click(button);
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
  expect(screen.getByText('Line of u_1')).toBeInTheDocument();
  await user.click(button);
  await waitFor(() => expect(screen.queryByText('Line of u_1')).toBeNull());
  expect(state.deleted).toEqual([['u_1']]);
});

it('offers a retry when the chats cannot be fetched', async () => {
  fakeHistory(fakeChats(1));
  server.use(http.get('*/api/user/chats', () => refusal(500, ''), { once: true }));
  const { user } = openChatsPanel();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Line of u_0')).toBeVisible();
});
