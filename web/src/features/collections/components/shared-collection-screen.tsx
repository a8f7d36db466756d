import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotFound } from '#/shared/api/errors';
import type { SharedCollection } from '#/shared/api/types';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { EmptyState } from '#/shared/ui/empty-state';
import { LoadedPage } from '#/shared/ui/loaded';
import { sharedCollectionQuery } from '../api/collections-query';
import { characterCountText, texts } from '../texts';
import { CollectedCharacters } from './collected-characters';

function SharedCollectionContent({ collection }: { collection: SharedCollection }) {
  const { name, description, owner, characters } = collection;
  return (
    <div className="wrap shared-collection">
      <div className="shared-collection__head">
        <h1 className="display t1">{name}</h1>
        <p className="muted">
          A collection of {owner}, {characterCountText(characters.length)}
        </p>
        {description && <p>{description}</p>}
      </div>
      {characters.length === 0 ? (
        <EmptyState title={texts.emptyShared} />
      ) : (
        <>
          <h2 className="visually-hidden">Characters</h2>
          <CollectedCharacters characters={characters} view="grid" />
        </>
      )}
    </div>
  );
}

interface SharedCollectionScreenProps {
  /** The last part of the share address. */
  token: string;
  /** Shown if the address is unknown or revoked. */
  notFound: ReactNode;
}

/** A collection that its owner shares (rule collections-shared-page). */
export function SharedCollectionScreen({ token, notFound: missing }: SharedCollectionScreenProps) {
  const query = useQuery(sharedCollectionQuery(token));
  usePageTitle(isNotFound(query.error) ? texts.notShared : (query.data?.name ?? null));
  return (
    <LoadedPage query={query} notFound={missing}>
      {(collection) => <SharedCollectionContent collection={collection} />}
    </LoadedPage>
  );
}
