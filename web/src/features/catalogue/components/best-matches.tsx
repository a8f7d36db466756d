import { useId } from 'react';
import { CharacterGrid } from '#/features/character';
import type { Character } from '#/shared/api/types';
import { closedGroupSize } from '../api/groups';
import { texts } from '../texts';

/** The row of best matches above the groups of a search. */
export function BestMatches({ characters }: { characters: Character[] }) {
  const id = useId();
  return (
    <section className="group" aria-labelledby={id}>
      <div className="group__head group__head--letter">
        <h2 className="display group__title" id={id}>
          {texts.bestMatch}
        </h2>
      </div>
      <CharacterGrid characters={characters} columns={5} eagerStampCount={closedGroupSize} />
    </section>
  );
}
