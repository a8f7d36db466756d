import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { CharacterGrid } from '#/features/character';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { Spinner } from '#/shared/ui/spinner';
import { firstOfGroup, taggedQuery, tagsQuery } from '../api/groups';

/** Other tags that are offered beside the chosen one. */
const offered = 24;

function TagList({ chosen }: { chosen: string }) {
  const { data: tags = [] } = useQuery(tagsQuery);
  const others = tags.filter(({ name }) => name !== chosen).slice(0, offered);
  return (
    <ul className="chips" aria-label="Tags">
      {chosen && (
        <li>
          <Link className="chip chip--active" to={paths.characters.getHref()}>
            {chosen}
            <X size={14} aria-hidden="true" />
            <span className="visually-hidden">, remove</span>
          </Link>
        </li>
      )}
      {others.map(({ name }) => (
        <li key={name}>
          <Link className="chip" to={paths.tag.getHref(name)}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Tagged({ tag }: { tag: string }) {
  const query = useInfiniteQuery(taggedQuery(tag));
  if (query.isPending) return <Spinner />;
  const characters = query.data?.pages.flatMap(({ data }) => data) ?? [];
  if (characters.length === 0) {
    return <EmptyState title="No characters found." help="Choose another tag above." />;
  }
  return (
    <>
      <CharacterGrid characters={characters} columns={5} eager={firstOfGroup} />
      {query.hasNextPage && (
        <Button look="line" busy={query.isFetching} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function Count({ tag }: { tag: string }) {
  const { data } = useInfiniteQuery(taggedQuery(tag));
  const total = data?.pages[0]?.total;
  if (total === undefined) return null;
  return <span className="muted">{total === 1 ? '1 character' : `${total} characters`}</span>;
}

/** Everybody with one tag (decisions §5). */
export function TagView({ tag }: { tag: string }) {
  return (
    <div className="wrap catalogue">
      <p>
        <Link className="link" to={paths.characters.getHref()}>
          Characters
        </Link>
      </p>
      <div className="tag-head">
        <h1 className="display t1">{tag || 'Tags'}</h1>
        {tag && <Count tag={tag} />}
      </div>
      <TagList chosen={tag} />
      {tag && <Tagged key={tag} tag={tag} />}
    </div>
  );
}
