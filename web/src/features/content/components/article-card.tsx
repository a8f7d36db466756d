import { clsx } from 'clsx';
import type { FeedArticle } from '#/shared/api/types';
import { formatDate } from '#/shared/format/format-date';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';

interface ArticlePictureProps {
  address: string;
  alt?: string;
  /** True for a picture in the first view: it loads at once. */
  loadsEagerly?: boolean;
}

/** The 16:9 picture of an article. Its space is reserved, so that nothing shifts when it loads. */
export function ArticlePicture({ address, alt = '', loadsEagerly = false }: ArticlePictureProps) {
  return (
    <div className="feed-picture">
      <img
        src={address}
        alt={alt}
        width={960}
        height={540}
        loading={loadsEagerly ? 'eager' : 'lazy'}
        decoding="async"
      />
    </div>
  );
}

interface ArticleCardProps {
  feed: FeedArticle;
  /** True for the newest article, which is wide and above the others. */
  wide?: boolean;
}

/** An article in the list. The whole card is one link. */
export function ArticleCard({ feed, wide = false }: ArticleCardProps) {
  const { title, description, date, imageUrl, url_slug: slug } = feed;
  return (
    <article className={clsx('blog-card', wide && 'blog-card--wide')}>
      <ArticlePicture address={imageUrl} loadsEagerly={wide} />
      <div className="blog-card__words">
        <p className="small faint">
          <time dateTime={date}>{formatDate(date)}</time>
        </p>
        <h2 className="display blog-card__title">{title}</h2>
        <p className={clsx(wide ? 'voice' : 'muted')}>{description}</p>
        <Link className="link blog-card__link" to={paths.article.getHref(slug)}>
          Read more<VisuallyHidden>: {title}</VisuallyHidden>
        </Link>
      </div>
    </article>
  );
}
