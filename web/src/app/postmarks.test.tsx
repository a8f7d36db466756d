import { render, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, expect, it } from 'vitest';
import { StampCard } from '#/features/character';
import { showPostmarks } from '#/features/talks/postmark/show-postmarks';
import { fakeTalk } from '#/features/talks/test/fake-talk';
import type { Session } from '#/shared/api/types';
import { formatDayMonth } from '#/shared/format/format-time';
import { createTestClient } from '#/shared/test/render-app';
import { server } from '#/shared/test/server';

let stop = () => {};
afterEach(() => stop());

/** Serves conversations in pages. Returns the cursors of the calls so far. */
function serveConversationPages(...pages: Session[][]): string[] {
  const cursors: string[] = [];
  server.use(
    http.get('*/api/sessions', ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('cursor') ?? '';
      cursors.push(cursor);
      const at = Number(cursor);
      const nextCursor = at + 1 < pages.length ? `${at + 1}` : undefined;
      return HttpResponse.json({ sessions: pages[at], ...(nextCursor && { nextCursor }) });
    }),
  );
  return cursors;
}

const stampFor = (slug: string) => (
  <StampCard
    key={slug}
    name={slug}
    pictureUrl="/a.webp"
    ink="viridian"
    tier="FREE"
    href={`/character/profile/${slug}`}
  />
);
const talkDay = formatDayMonth('2026-03-14T12:00:00Z');

// rule look-postmark
it('marks the stamps of characters whom the user has talked with, on all pages', async () => {
  const cursors = serveConversationPages([fakeTalk('ada')], [fakeTalk('mary')]);
  const { rerender } = render([stampFor('ada'), stampFor('frida')]);
  stop = showPostmarks(createTestClient(), 'u1');
  const [ada, frida] = screen.getAllByRole('article');
  await waitFor(() => expect(ada).toHaveTextContent(`You talked on ${talkDay}`));
  expect(frida).not.toHaveTextContent('talked');
  rerender([stampFor('mary')]);
  expect(screen.getByRole('article')).toHaveTextContent(`You talked on ${talkDay}`);
  expect(cursors).toEqual(['', '1']);
});

// rule look-postmark
it('marks nobody with whom the user has only opened a chat', async () => {
  const time = '2026-03-01T12:00:00Z';
  serveConversationPages([
    fakeTalk('ada', { created_at: time, updated_at: time }),
    fakeTalk('mary'),
  ]);
  render([stampFor('ada'), stampFor('mary')]);
  stop = showPostmarks(createTestClient(), 'u1');
  const [ada, mary] = screen.getAllByRole('article');
  await waitFor(() => expect(mary).toHaveTextContent('talked'));
  expect(ada).not.toHaveTextContent('talked');
});

it('shows the year of a talk in another year', async () => {
  serveConversationPages([fakeTalk('ada', { updated_at: '2019-03-14T12:00:00Z' })]);
  render(stampFor('ada'));
  stop = showPostmarks(createTestClient(), 'u1');
  await waitFor(() => expect(document.querySelectorAll('post-mark text')).toHaveLength(3));
  expect(screen.getByText('2019')).toBeInTheDocument();
});

// rule look-postmark
it('asks nothing without stamps, and removes the marks when it ends', async () => {
  const cursors = serveConversationPages([fakeTalk('ada')]);
  const client = createTestClient();
  stop = showPostmarks(client, 'u1');
  // Without `href`, as beside a chat, the stamp is no link and has no postmark.
  const { rerender } = render(<StampCard name="Ada" pictureUrl="/a.webp" ink="teal" tier="FREE" />);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(cursors).toEqual([]);
  rerender(stampFor('ada'));
  await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('talked'));
  stop();
  expect(screen.getByRole('article')).not.toHaveTextContent('talked');
});

it('fetches again after a talk only while stamps are shown', async () => {
  const cursors = serveConversationPages([fakeTalk('ada')]);
  const client = createTestClient();
  stop = showPostmarks(client, 'u1');
  const { unmount } = render(stampFor('ada'));
  await waitFor(() => expect(screen.getByRole('article')).toHaveTextContent('talked'));
  unmount();
  await client.invalidateQueries({ queryKey: ['sessions'] });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(cursors).toHaveLength(1);
  render(stampFor('ada'));
  await waitFor(() => expect(cursors).toHaveLength(2));
});
