import { useQuery } from '@tanstack/react-query';
import { Coin, categoryInk } from '#/features/character';
import { characterCount, collectionsQuery, collectionTexts } from '#/features/collections';
import type { Collection } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Failed } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';

/** True if a word of the name or description contains the search, whatever its case and accents. */
function matches({ name, description }: Collection, search: string): boolean {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return fold(`${name} ${description}`).includes(fold(search));
}

function Row({ collection }: { collection: Collection }) {
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
          {characterCount(count)}
          {share_url !== null && ', shared'}
        </p>
      </div>
      <div className="own-collection__coins">
        {characters.map((one) => (
          <Coin key={one.id} picture={one.coin_url} ink={categoryInk(one.category)} size={44} />
        ))}
      </div>
    </li>
  );
}

interface OwnCollectionsProps {
  userId: string;
  search: string;
}

/** The collections that the user has made, each a link to its own view. */
export function OwnCollections({ userId, search }: OwnCollectionsProps) {
  const query = useQuery(collectionsQuery(userId));
  if (!query.data) {
    if (!query.isError) return <SkeletonRows rows={2} label="Loading your collections" />;
    return (
      <Failed size="row" title={collectionTexts.unread} onRetry={() => void query.refetch()} />
    );
  }
  const shown = query.data.filter((one) => matches(one, search));
  if (shown.length === 0) return null;
  return (
    <section className="own-collections" aria-label="Your collections">
      <div className="collection-head">
        <h2 className="display t3">Your collections</h2>
        <span className="small faint num">{shown.length}</span>
      </div>
      <ul>
        {shown.map((collection) => (
          <Row key={collection.id} collection={collection} />
        ))}
      </ul>
    </section>
  );
}
