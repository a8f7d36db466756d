import { clsx } from 'clsx';
import type { Feed } from '#/shared/api/types';
import { formatDate } from '#/shared/format/format-date';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';

interface ArticlePictureProps {
  address: string;
  alt?: string;
  /** The picture of the first view, which loads at once. */
  eager?: boolean;
}

/** A scene of 16:9 on ground of its size, so that nothing moves when it comes. */
export function ArticlePicture({ address, alt = '', eager = false }: ArticlePictureProps) {
  return (
    <div className="feed-picture">
      <img
        src={address}
        alt={alt}
        width={960}
        height={540}
        loading={eager ? 'eager' : 'lazy'}
        decoding="async"
      />
    </div>
  );
}

interface ArticleCardProps {
  feed: Feed;
  /** The newest article stands wide above the others. */
  wide?: boolean;
}

/** An article of the list. The whole card is its one link. */
export function ArticleCard({ feed, wide = false }: ArticleCardProps) {
  const { title, description, date, imageUrl, url_slug: slug } = feed;
  return (
    <article className={clsx('blog-card', wide && 'blog-card--wide')}>
      <ArticlePicture address={imageUrl} eager={wide} />
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
