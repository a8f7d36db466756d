import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { fakeArticle, fakeBlock, fakeFeed } from '#/shared/test/content';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { ArticleScreen } from './article-screen';

const articlePath = '*/api/feeds/:slug';

function openArticle(article: ReturnType<typeof fakeArticle>) {
  server.use(http.get(articlePath, () => HttpResponse.json(article)));
  return renderApp(<ArticleScreen slug={article.url_slug} notFound={<p>nobody wrote it</p>} />);
}

// rule content-article
it('shows the title, the scene and every kind of block', async () => {
  openArticle(
    fakeArticle({
      title: 'Of queens',
      subtitle: 'Three openings',
      date: '2026-11-10',
      imageUrl: '/portraits/scene-q.webp',
      imageAlt: 'A queen in profile',
      sections: [
        fakeBlock({ lead: true, paragraph: 'The lead.' }),
        fakeBlock({
          type: 'section',
          heading: 'First',
          paragraph: 'See /about.',
          items: ['point'],
        }),
        fakeBlock({ type: 'list', items: ['one', 'two'] }),
        fakeBlock({
          type: 'figure',
          imageUrl: '/portraits/cleopatra-plate.webp',
          imageAlt: 'Cleopatra',
          heading: 'The last queen',
        }),
      ],
    }),
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Of queens' })).toBeVisible();
  expect(document.title).toBe('Of queens | Colloquy');
  expect(screen.getByText('Three openings')).toBeVisible();
  expect(screen.getByText('10 November 2026')).toBeVisible();
  expect(screen.getByRole('img', { name: 'A queen in profile' })).toHaveAttribute(
    'src',
    '/portraits/scene-q.webp',
  );
  expect(screen.getByText('The lead.')).toHaveClass('prose__lead');
  expect(screen.getByRole('heading', { level: 2, name: 'First' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'About Us' })).toHaveAttribute('href', '/about');
  const itemTexts = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(itemTexts).toEqual(['point', 'one', 'two']);
  expect(within(screen.getByRole('figure')).getByRole('img')).toHaveAccessibleName('Cleopatra');
  expect(screen.getByRole('figure')).toHaveTextContent('The last queen');
  expect(screen.queryByText('More Feeds')).not.toBeInTheDocument();
});

it('names the other articles', async () => {
  openArticle(fakeArticle({ more: [fakeFeed(2, { date: '2026-03-04' }), fakeFeed(3)] }));
  const moreFeeds = within(await screen.findByRole('complementary', { name: 'More Feeds' }));
  expect(moreFeeds.getAllByRole('listitem')).toHaveLength(2);
  expect(moreFeeds.getByRole('link', { name: 'Article 2' })).toHaveAttribute(
    'href',
    '/blog/article-2',
  );
  expect(moreFeeds.getByText('4 March 2026')).toBeVisible();
});

it('shows `missing` for an unknown address', async () => {
  server.use(http.get(articlePath, () => refusal(404, 'Article not found')));
  renderApp(<ArticleScreen slug="nowhere" notFound={<p>nobody wrote it</p>} />);
  expect(await screen.findByText('nobody wrote it')).toBeVisible();
});

// rule content-article-missing
it('shows a retry, not `missing`, for any other failure', async () => {
  server.use(http.get(articlePath, () => refusal(503, 'Down')));
  renderApp(<ArticleScreen slug="x" notFound={<p>nobody wrote it</p>} />);
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText('nobody wrote it')).not.toBeInTheDocument();
});
