import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Article, FeedArticle } from '#/shared/api/types';
import { formatDate } from '#/shared/format/format-date';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { LoadedPage } from '#/shared/ui/loaded';
import { articleQuery } from '../api/queries';
import { ArticlePicture } from './article-card';
import { Blocks } from './blocks';
import '../styles/reading.css';

/** Links to other articles, two in a row (rule content-article). */
function MoreFeeds({ feeds }: { feeds: FeedArticle[] }) {
  if (feeds.length === 0) return null;
  return (
    <aside className="wrap more-feeds" aria-labelledby="more-feeds">
      <h2 className="display t1" id="more-feeds">
        More Feeds
      </h2>
      <ul className="more-feeds__list">
        {feeds.map(({ id, title, date, imageUrl, url_slug: slug }) => (
          <li key={id} className="blog-card">
            <ArticlePicture address={imageUrl} />
            <div className="blog-card__words">
              <h3 className="display blog-card__title">
                <Link className="blog-card__link" to={paths.article.getHref(slug)}>
                  {title}
                </Link>
              </h3>
              <p className="muted">
                <time dateTime={date}>{formatDate(date)}</time>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </aside>
  );
}

function ArticleText({ article }: { article: Article }) {
  const { title, subtitle, date, imageUrl, imageAlt, sections, more } = article;
  usePageTitle(title);
  return (
    <>
      <article className="article">
        <header className="wrap article__head">
          <h1 className="display article__title">{title}</h1>
          {subtitle && <p className="voice muted article__subtitle">{subtitle}</p>}
          <p className="muted">
            <time dateTime={date}>{formatDate(date)}</time>
          </p>
        </header>
        <div className="wrap article__hero">
          <ArticlePicture address={imageUrl} alt={imageAlt} loadsEagerly />
        </div>
        <div className="article__text">
          <Blocks blocks={sections} />
        </div>
      </article>
      <MoreFeeds feeds={more} />
    </>
  );
}

interface ArticleScreenProps {
  slug: string;
  notFound: ReactNode;
}

/**
 * One article (rule content-article). If the slug is unknown, the screen shows `notFound` (rule
 * content-article-missing).
 */
export function ArticleScreen({ slug, notFound: missing }: ArticleScreenProps) {
  const query = useQuery(articleQuery(slug));
  return (
    <LoadedPage query={query} notFound={missing}>
      {(article) => <ArticleText article={article} />}
    </LoadedPage>
  );
}
