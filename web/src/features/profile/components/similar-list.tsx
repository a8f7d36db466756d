import { useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import type { SimilarCharacter } from '#/shared/api/types';
import { useFocusNewElement } from '#/shared/hooks/use-focus-new';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { similarQuery } from '../api/similar-query';
import { resultCountText, texts } from '../texts';
import { SimilarRow } from './similar-row';

/** Number of rows shown at first in the wide layout (rule profile-similar-four). */
const shownRowCount = 4;

interface SimilarRowsProps {
  list: SimilarCharacter[];
  listRef: RefObject<HTMLUListElement | null>;
}

function SimilarRows({ list, listRef }: SimilarRowsProps) {
  return (
    <ul className="similar-list" ref={listRef}>
      {list.map((one) => (
        <SimilarRow key={one.id} character={one} />
      ))}
    </ul>
  );
}

interface SimilarListProps {
  /** Slug or id of the character whose similar characters are listed. */
  character: string;
  /** 'first': the first rows and a button for the others. 'all': all rows and their number. */
  view: 'first' | 'all';
}

/** The similar characters, or a text if there are none (rules profile-similar-none, profile-similar-list). */
export function SimilarList({ character, view }: SimilarListProps) {
  const { data: list, isError, refetch } = useQuery(similarQuery(character));
  const [isExpanded, setExpanded] = useState(false);
  const shownList = view === 'all' || isExpanded ? list : list?.slice(0, shownRowCount);
  const { list: rows, focusNext } = useFocusNewElement<HTMLUListElement>(
    shownList?.length ?? 0,
    'a',
  );
  const showAllCharacters = () => {
    focusNext();
    setExpanded(true);
  };
  return (
    <section className="similar-part" aria-labelledby="similar-title">
      <div className="similar-part__head">
        <h2 className="display t3" id="similar-title">
          Similar characters
        </h2>
        {view === 'all' && list && list.length > 0 && (
          <span className="chip num">{resultCountText(list.length)}</span>
        )}
      </div>
      {!list && !isError && (
        <SkeletonRows rows={shownRowCount} label="Loading similar characters" />
      )}
      {!list && isError && (
        <FailedRead size="row" title={texts.similarUnread} onRetry={() => void refetch()} />
      )}
      {list?.length === 0 && (
        <EmptyState isFrameless title={texts.noSimilar} help={texts.noSimilarHelp} />
      )}
      {shownList && shownList.length > 0 && <SimilarRows list={shownList} listRef={rows} />}
      {view === 'first' && !isExpanded && list && list.length > shownRowCount && (
        <Button look="line" size="sm" fullWidth onClick={showAllCharacters}>
          {texts.allSimilar}
        </Button>
      )}
    </section>
  );
}
