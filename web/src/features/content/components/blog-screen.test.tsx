import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import type { FeedArticle } from '#/shared/api/types';
import { fakeFeed } from '#/shared/test/content';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { BlogScreen } from './blog-screen';

const serveFeeds = (data: FeedArticle[]) =>
  server.use(http.get('*/api/feeds', () => HttpResponse.json({ data })));

// rule content-feed-title
it('shows every article with its picture, title, text and link', async () => {
  serveFeeds([fakeFeed(1, { date: '2026-11-10' }), fakeFeed(2)]);
  renderApp(<BlogScreen />);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'The Colloquy Feed' }),
  ).toBeInTheDocument();
  const articles = screen.getAllByRole('article');
  expect(articles).toHaveLength(2);
  const [first] = articles;
  if (!first) throw new Error('an article expected');
  expect(within(first).getByRole('heading', { name: 'Article 1' })).toBeVisible();
  expect(within(first).getByText('About 1.')).toBeVisible();
  expect(within(first).getByText('10 November 2026')).toHaveAttribute('datetime', '2026-11-10');
  expect(within(first).getByRole('link', { name: 'Read more: Article 1' })).toHaveAttribute(
    'href',
    '/blog/article-1',
  );
  const picture = first.querySelector('img');
  expect(picture).toHaveAttribute('src', '/a1.webp');
  expect(picture).toHaveAttribute('width', '960');
  expect(first).toHaveClass('blog-card--wide');
  expect(articles[1]).not.toHaveClass('blog-card--wide');
});

it('says when there are no articles', async () => {
  serveFeeds([]);
  renderApp(<BlogScreen />);
  expect(await screen.findByText('No feeds available')).toBeVisible();
  expect(screen.queryByRole('article')).not.toBeInTheDocument();
});

it('offers a retry after a failure', async () => {
  server.use(http.get('*/api/feeds', () => refusal(500, 'Broken')));
  const { user } = renderApp(<BlogScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent('The page did not arrive');
  serveFeeds([fakeFeed(1)]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeVisible();
});
