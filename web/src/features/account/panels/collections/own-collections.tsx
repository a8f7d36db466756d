import { useQuery } from '@tanstack/react-query';
import { Coin, categoryInk } from '#/features/character';
import { characterCountText, collectionsQuery, collectionTexts } from '#/features/collections';
import type { Collection } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { FailedRead } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';

/** True if the name or the description contains the search text, ignoring case and accents. */
function matchesSearch({ name, description }: Collection, search: string): boolean {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return fold(`${name} ${description}`).includes(fold(search));
}

function OwnCollectionRow({ collection }: { collection: Collection }) {
  const { id, name, description, count, characters, share_url } = collection;
  return (
    <li className="own-collection">
      <div className="own-collection__words">
        <h3 className="display t4">
          <Link className="own-collection__link" to={paths.ownCollection.getHref(id)}>
            {name}
          </Link>
        </h3>
        {description && <p className="small muted">{description}</p>}
        <p className="small faint num">
          {characterCountText(count)}
          {share_url !== null && ', shared'}
        </p>
      </div>
      <div className="own-collection__coins">
        {characters.map((one) => (
          <Coin key={one.id} pictureUrl={one.coin_url} ink={categoryInk(one.category)} size={44} />
        ))}
      </div>
    </li>
  );
}

interface OwnCollectionsProps {
  userId: string;
  search: string;
}

/**
 * The collections that the user has made. Each row links to the page of its collection (rule
 * collections-panel).
 */
export function OwnCollections({ userId, search }: OwnCollectionsProps) {
  const query = useQuery(collectionsQuery(userId));
  if (!query.data) {
    if (!query.isError) return <SkeletonRows rows={2} label="Loading your collections" />;
    return (
      <FailedRead size="row" title={collectionTexts.unread} onRetry={() => void query.refetch()} />
    );
  }
  const shownCollections = query.data.filter((one) => matchesSearch(one, search));
  if (shownCollections.length === 0) return null;
  return (
    <section className="own-collections" aria-label="Your collections">
      <div className="collection-head">
        <h2 className="display t3">Your collections</h2>
        <span className="small faint num">{shownCollections.length}</span>
      </div>
      <ul>
        {shownCollections.map((collection) => (
          <OwnCollectionRow key={collection.id} collection={collection} />
        ))}
      </ul>
    </section>
  );
}
