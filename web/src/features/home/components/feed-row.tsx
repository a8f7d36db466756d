import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useRef } from 'react';
import { feedsQuery } from '#/shared/api/feeds';
import type { FeedArticle } from '#/shared/api/types';
import { scrollBehavior } from '#/shared/browser/motion';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { DragRow } from '#/shared/ui/drag-row';
import { EmptyState } from '#/shared/ui/empty-state';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { sampleFeedsQuery } from '../api/explore-queries';
import { numbersOfSetting, type Section } from '../model/section';
import { texts } from '../texts';
import { SectionHead } from './section-head';

/** Pixels that the row scrolls for each pixel of the mouse (rule home-feed). */
const dragFactor = 1;
/** Pixels that the row scrolls for each press of an arrow button (rule home-feed). */
const scrollStepPx = 300;

function FeedLink({ feed }: { feed: FeedArticle }) {
  return (
    <Link className="feed-card" to={paths.article.getHref(feed.url_slug)} draggable={false}>
      <img
        src={feed.imageUrl}
        alt=""
        width={400}
        height={225}
        loading="lazy"
        decoding="async"
        draggable={false}
      />
      <span className="feed-card__words">
        <span className="display feed-card__title">{feed.title}</span>
        <span className="muted">{feed.description}</span>
      </span>
    </Link>
  );
}

/** The articles with these ids, in the order of the ids; all articles if there are no ids. */
function articlesById(feeds: FeedArticle[], ids: number[]): FeedArticle[] {
  if (ids.length === 0) return feeds;
  return ids.flatMap((id) => feeds.filter((feed) => feed.id === id));
}

/** A row of articles (rule home-feed). */
export function FeedRow({ section }: { section: Section }) {
  const answer = useQuery(feedsQuery);
  const sampleAnswer = useQuery({ ...sampleFeedsQuery, enabled: answer.isError });
  const data = answer.data ?? sampleAnswer.data;
  const row = useRef<HTMLDivElement>(null);
  const feeds = articlesById(data ?? [], numbersOfSetting(section, 'feeds'));
  const scroll = (by: number) => row.current?.scrollBy({ left: by, behavior: scrollBehavior() });
  return (
    <section className="section wrap">
      <SectionHead
        section={section}
        title={
          <Link className="quiet" to={paths.blog.getHref()}>
            {section.title}
          </Link>
        }
        tools={
          <div className="section__tools">
            <IconButton label="Previous articles" outlined onClick={() => scroll(-scrollStepPx)}>
              <ArrowLeft size={18} aria-hidden="true" />
            </IconButton>
            <IconButton label="Next articles" outlined onClick={() => scroll(scrollStepPx)}>
              <ArrowRight size={18} aria-hidden="true" />
            </IconButton>
            <Link
              className={buttonClass('line', 'sm')}
              to={section.ctaLink || paths.blog.getHref()}
            >
              {section.ctaText || texts.allFeeds}
            </Link>
          </div>
        }
      />
      {data === undefined && !sampleAnswer.isError && (
        <SkeletonRows rows={2} label="Loading articles" />
      )}
      {feeds.length > 0 && (
        <DragRow label={section.title} speed={dragFactor} className="feed-row" rowRef={row}>
          {feeds.map((feed) => (
            <FeedLink key={feed.id} feed={feed} />
          ))}
        </DragRow>
      )}
      {(sampleAnswer.isError || (data && feeds.length === 0)) && (
        <EmptyState title={texts.noFeeds} />
      )}
    </section>
  );
}
