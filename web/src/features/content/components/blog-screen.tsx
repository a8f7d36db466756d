import { useQuery } from '@tanstack/react-query';
import { feedsQuery } from '#/shared/api/feeds';
import { EmptyState } from '#/shared/ui/empty-state';
import { LoadedPage } from '#/shared/ui/loaded';
import { ArticleCard } from './article-card';
import '../styles/reading.css';

/** All articles; the newest is first and wide (rule content-feed-title). */
export function BlogScreen() {
  const query = useQuery(feedsQuery);
  return (
    <LoadedPage query={query}>
      {(feeds) => (
        <div className="wrap blog">
          <h1 className="display blog__title">The Colloquy Feed</h1>
          <p className="voice muted blog__intro">
            Notes from the other side of the table: what they said, what they would not say, and how
            to ask better.
          </p>
          {feeds.length === 0 && <EmptyState title="No feeds available" />}
          <div className="blog__list">
            {feeds.map((feed, index) => (
              <ArticleCard key={feed.id} feed={feed} wide={index === 0} />
            ))}
          </div>
        </div>
      )}
    </LoadedPage>
  );
}
