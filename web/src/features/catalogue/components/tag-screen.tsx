import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { CharacterGrid } from '#/features/character';
import { useFocusNewElement } from '#/shared/hooks/use-focus-new';
import { useKeptPages } from '#/shared/hooks/use-kept-pages';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { Spinner } from '#/shared/ui/spinner';
import { closedGroupSize, taggedQuery, tagsQuery } from '../api/groups';
import { texts } from '../texts';
import { SearchForm } from './search-form';
import '../styles/catalogue.css';

/** Number of other tags shown beside a chosen tag. Without a chosen tag all are shown. */
const otherTagCount = 24;

interface TagListProps {
  tags: { name: string; count: number }[];
  chosenTag: string;
}

function TagList({ tags, chosenTag }: TagListProps) {
  const otherTags = tags
    .filter(({ name }) => name !== chosenTag)
    .slice(0, chosenTag ? otherTagCount : undefined);
  return (
    <ul className="chips" aria-label="Tags">
      {chosenTag && (
        <li>
          <Link className="chip chip--active" to={paths.characters.getHref()}>
            {chosenTag}
            <X size={14} aria-hidden="true" />
            <span className="visually-hidden">, remove</span>
          </Link>
        </li>
      )}
      {otherTags.map(({ name, count }) => (
        <li key={name}>
          <Link className="chip" to={paths.tag.getHref(name)}>
            {name} {!chosenTag && <span className="faint num">{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface TaggedCharactersProps {
  tag: string;
  /**
   * True while the tags above the list are fetched. The list waits for them, because they would push its
   * stamps down.
   */
  isWaitingForTags: boolean;
}

function TaggedCharacters({ tag, isWaitingForTags }: TaggedCharactersProps) {
  const query = useInfiniteQuery(taggedQuery(tag));
  useKeptPages(`pages ${tag}`, query);
  const characters = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const { list, focusNext } = useFocusNewElement<HTMLDivElement>(characters.length, '.stamp__link');
  if (query.isPending || isWaitingForTags) return <Spinner />;
  if (!query.data) {
    return (
      <FailedRead
        size="panel"
        title={texts.nobody}
        help={texts.unread}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (characters.length === 0) {
    return <EmptyState title={texts.nobody} help={texts.unknownTag} />;
  }
  const showMore = () => {
    focusNext();
    void query.fetchNextPage();
  };
  return (
    <div ref={list}>
      <h2 className="visually-hidden">Characters</h2>
      <CharacterGrid characters={characters} columns={5} eagerStampCount={closedGroupSize} />
      {query.hasNextPage && (
        <p className="tag-more">
          <Button look="line" busy={query.isFetching} onClick={showMore}>
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}

function TagCount({ tag }: { tag: string }) {
  const { data } = useInfiniteQuery(taggedQuery(tag));
  const total = data?.pages[0]?.total;
  if (total === undefined) return null;
  return <span className="muted">{total === 1 ? '1 character' : `${total} characters`}</span>;
}

/** All characters with one tag (rule catalogue-tag-page). */
export function TagScreen({ tag }: { tag: string }) {
  const tags = useQuery(tagsQuery);
  return (
    <div className="wrap catalogue">
      <p>
        <Link className="link" to={paths.characters.getHref()}>
          Characters
        </Link>
      </p>
      <div className="catalogue__head">
        <div className="tag-head">
          <h1 className="display t1">{tag || 'Tags'}</h1>
          {tag && <TagCount tag={tag} />}
        </div>
        <SearchForm />
      </div>
      <TagList tags={tags.data ?? []} chosenTag={tag} />
      {tag && <TaggedCharacters key={tag} tag={tag} isWaitingForTags={tags.isPending} />}
    </div>
  );
}
