import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it, vi } from 'vitest';
import type { FoundMessage } from '#/shared/api/types';
import { fakeUser } from '#/shared/test/fakes';
import { stubIntersections } from '#/shared/test/near-end';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { SearchPanel } from './search-panel';

function fakeFoundMessage(id: string, over: Partial<FoundMessage> = {}): FoundMessage {
  return {
    message: {
      id,
      content: `The lantern ${id}`,
      is_user_message: false,
      created_at: new Date().toISOString(),
      audio_url: null,
      error: false,
      isStreaming: false,
      status: 'complete',
    },
    session: {
      id: 'u1_20',
      character: {
        id: 'adalovelac',
        character_id: 20,
        name: 'Ada Lovelace',
        slug: 'ada-lovelace',
        category: 'Scientists & Inventors',
        image_url: '/portraits/ada-lovelace-card.webp',
        coin_url: '/portraits/ada-lovelace-coin.webp',
        is_active: true,
      },
    },
    excerpt: { text: `The lantern ${id}`, matches: [{ start: 4, end: 11 }] },
    ...over,
  };
}

/** Serves found messages, a page at a time. Returns the searches that are requested. */
function serveSearch(pages: FoundMessage[][], total: number) {
  const requestedSearches: string[] = [];
  const answer = ({ request }: { request: Request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const at = Number(searchParams.get('cursor') ?? 0);
    requestedSearches.push(`${pathname.replace('/api', '')} ${searchParams.get('q')} ${at}`);
    const nextCursor = at + 1 < pages.length ? String(at + 1) : '';
    return HttpResponse.json({ data: pages[at] ?? [], nextCursor, total });
  };
  server.use(
    http.get('*/api/messages/search', answer),
    http.get('*/api/messages/:id/search', answer),
  );
  return requestedSearches;
}

function openSearch(sessionId?: string) {
  const onOpen = vi.fn();
  const onClose = vi.fn();
  const view = renderApp(
    <SearchPanel userId="u1" sessionId={sessionId} onOpen={onOpen} onClose={onClose} />,
    { user: fakeUser() },
  );
  return { ...view, onOpen, onClose, field: screen.getByRole('combobox') };
}

// rule chat-search-panel
it('searches the open chat after a pause, and all chats when asked to', async () => {
  const requestedSearches = serveSearch([[fakeFoundMessage('m1')]], 1);
  const { user, field } = openSearch('u1_20');
  expect(field).toHaveFocus();
  await user.type(field, ' lantern ');
  expect(await screen.findByText('1 message')).toBeVisible();
  expect(requestedSearches).toEqual(['/messages/u1_20/search lantern 0']);
  await user.click(screen.getByRole('radio', { name: 'All chats' }));
  await waitFor(() =>
    expect(requestedSearches).toEqual([requestedSearches[0], '/messages/search lantern 0']),
  );
});

it('has no choice of chats without an open chat', () => {
  openSearch();
  expect(screen.queryByRole('radio')).toBeNull();
});

// rule chat-search-panel
it('shows who said a message, with its matches marked', async () => {
  const ownMessage = fakeFoundMessage('m2', {
    message: { ...fakeFoundMessage('m2').message, is_user_message: true },
    excerpt: { text: '🎭 <b>東京</b>', matches: [{ start: 5, end: 7 }] },
  });
  serveSearch([[fakeFoundMessage('m1'), ownMessage]], 2);
  const { user, field } = openSearch();
  await user.type(field, 'x');
  const [first, second] = await screen.findAllByRole('option');
  expect(first).toHaveTextContent('Ada Lovelace0m agoThe lantern m1');
  expect(first?.querySelector('mark')).toHaveTextContent(/^lantern$/);
  expect(second).toHaveTextContent('You to Ada Lovelace0m ago🎭 <b>東京</b>');
  expect(second?.querySelector('mark')).toHaveTextContent(/^東京$/);
});

// rule chat-search-panel
it('moves with the arrow keys and opens with Enter', async () => {
  serveSearch([[fakeFoundMessage('m1'), fakeFoundMessage('m2'), fakeFoundMessage('m&3')]], 3);
  const { user, field, onOpen } = openSearch();
  await user.type(field, 'lantern');
  const rows = await screen.findAllByRole('option');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(rows[1]).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', rows[1]?.id);
  expect(field).toHaveFocus();
  await user.keyboard('{ArrowUp}{ArrowUp}{Enter}');
  expect(onOpen).toHaveBeenCalledOnce();
  expect(onOpen.mock.calls[0]?.[0]).toBe('/chats/ada-lovelace?message=m%263');
  await user.click(rows[0] as HTMLElement);
  expect(onOpen.mock.lastCall?.[0]).toBe('/chats/ada-lovelace?message=m1');
});

it('does not open what an earlier text found', async () => {
  serveSearch([[fakeFoundMessage('m1')]], 1);
  const { user, field, onOpen } = openSearch();
  await user.type(field, 'lantern');
  await screen.findByRole('option');
  await user.type(field, 's{Enter}');
  expect(onOpen).not.toHaveBeenCalled();
});

it('fetches more at the end of the list', async () => {
  const reachEnd = stubIntersections();
  const requestedSearches = serveSearch([[fakeFoundMessage('m1')], [fakeFoundMessage('m2')]], 101);
  const { user, field } = openSearch();
  await user.type(field, 'lantern');
  expect(await screen.findByText('More than 100 messages')).toBeVisible();
  reachEnd();
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
  expect(requestedSearches).toEqual(['/messages/search lantern 0', '/messages/search lantern 1']);
});

// rule chat-search-panel
it('says that nothing was found, and nothing before a search', async () => {
  const requestedSearches = serveSearch([[]], 0);
  const { user, field } = openSearch();
  await user.type(field, '  ');
  expect(screen.queryByText('No messages found')).toBeNull();
  await user.type(field, 'xylograph');
  expect(await screen.findAllByText('No messages found')).toHaveLength(2); // one is for screen readers
  await user.clear(field);
  await waitFor(() => expect(screen.queryByText('No messages found')).toBeNull());
  expect(requestedSearches).toHaveLength(1);
});

it('can repeat a search that failed', async () => {
  serveSearch([[fakeFoundMessage('m1')]], 1);
  server.use(http.get('*/api/messages/search', () => refusal(500, ''), { once: true }));
  const { user, field } = openSearch();
  await user.type(field, 'lantern');
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 message')).toBeVisible();
});

it('closes', async () => {
  const { user, onClose } = openSearch();
  await user.click(screen.getByRole('button', { name: 'Close search' }));
  expect(onClose).toHaveBeenCalledOnce();
});
