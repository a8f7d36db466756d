import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { Comment } from '#/shared/api/types';
import { fakeSocial } from '#/shared/test/fake-social';
import { fakeComment, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { Comments } from './comments';

const fakeReply = (at: number) => fakeComment(`r${at}`, { parent_comment_id: 'c' });
const repliesFrom = (from: number, until: number): Comment[] =>
  Array.from({ length: until - from + 1 }, (_, at) => fakeReply(from + at));

/** Serves a comment with six replies. The list has the newest two, and each page has two earlier ones. */
function serveThread(over: Partial<Comment> = {}) {
  const thread = { reply_count: 6, replies: repliesFrom(5, 6), replies_cursor: 'before5', ...over };
  const cursors: (string | null)[] = [];
  const socialServer = fakeSocial({ comments: [fakeComment('c', thread)] });
  server.use(
    http.get('*/api/comments/c/replies', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor');
      cursors.push(cursor);
      return cursor === 'before5'
        ? HttpResponse.json({ data: repliesFrom(3, 4), nextCursor: 'before3' })
        : HttpResponse.json({ data: repliesFrom(1, 2), nextCursor: '' });
    }),
  );
  return { cursors, fake: socialServer };
}

const renderComments = () => renderApp(<Comments character="ada-lovelace" />, { user: fakeUser() });
const shownReplies = () =>
  screen
    .getAllByText(/^text of r/)
    .map(({ textContent }) => textContent.replace('text of ', ''))
    .join(' ');
const earlierButton = () => screen.getByRole('button', { name: 'Show earlier replies' });

// rule comments-earlier-replies
it('shows earlier replies page by page and keeps the focus', async () => {
  const { cursors } = serveThread();
  const { user } = renderComments();
  expect(await screen.findByText('The newest 2 of 6 replies')).toBeVisible();
  await user.click(earlierButton());
  expect(await screen.findByText('The newest 4 of 6 replies')).toBeVisible();
  expect(shownReplies()).toBe('r3 r4 r5 r6');
  expect(earlierButton()).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(shownReplies()).toBe('r1 r2 r3 r4 r5 r6'));
  expect(screen.queryByRole('button', { name: 'Show earlier replies' })).toBeNull();
  expect(screen.queryByText(/^The newest/)).toBeNull();
  const firstReply = screen.getByText('text of r1').closest('article');
  await waitFor(() => expect(firstReply).toHaveFocus());
  expect(cursors).toEqual(['before5', 'before3']);
});

it('shows no button if there are no earlier replies', async () => {
  serveThread({ reply_count: 2, replies_cursor: '' });
  renderComments();
  await screen.findByText('text of r5');
  expect(screen.queryByRole('button', { name: 'Show earlier replies' })).toBeNull();
});

it('keeps a reply that was posted meanwhile, and counts it', async () => {
  serveThread();
  const { user } = renderComments();
  await screen.findByRole('button', { name: 'Show earlier replies' });
  const [first] = screen.getAllByRole('button', { name: 'Reply' });
  if (first) await user.click(first);
  await user.type(
    screen.getByRole('textbox', { name: 'Reply to teodor' }),
    'Mine{Tab}{Tab}{Enter}',
  );
  expect(await screen.findByText('The newest 3 of 7 replies')).toBeVisible();
  await user.click(earlierButton());
  expect(await screen.findByText('The newest 5 of 7 replies')).toBeVisible();
  expect(screen.getByText('Mine')).toBeVisible();
});

it('keeps them when the list is fetched again', async () => {
  const { fake } = serveThread();
  const { user, client } = renderComments();
  await screen.findByRole('button', { name: 'Show earlier replies' });
  await user.click(earlierButton());
  await screen.findByText('text of r3');
  const nextThread = { reply_count: 7, replies: repliesFrom(6, 7), replies_cursor: 'before6' };
  fake.comments = [fakeComment('c', nextThread)];
  await client.refetchQueries({ queryKey: ['comments'] });
  expect(await screen.findByText('The newest 5 of 7 replies')).toBeVisible();
  expect(shownReplies()).toBe('r3 r4 r5 r6 r7');
  await user.click(earlierButton());
  await waitFor(() => expect(shownReplies()).toBe('r1 r2 r3 r4 r5 r6 r7'));
});

it('says that it failed and can be pressed again', async () => {
  serveThread();
  server.use(http.get('*/api/comments/c/replies', () => refusal(503, ''), { once: true }));
  const { user } = renderComments();
  await screen.findByRole('button', { name: 'Show earlier replies' });
  await user.click(earlierButton());
  expect(await screen.findByText('The earlier replies could not be fetched.')).toBeVisible();
  await user.click(earlierButton());
  expect(await screen.findByText('text of r3')).toBeVisible();
});
