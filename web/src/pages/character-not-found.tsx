import { useQuery } from '@tanstack/react-query';
// Imported by their paths: the feature's index exports screens, which would be added to this chunk.
import { alternativesQuery } from '#/features/catalogue/api/alternatives';
import { SearchForm } from '#/features/catalogue/components/search-form';
import { CharacterGrid } from '#/features/character';
import { NotFound } from '#/shared/ui/not-found';

/** Number of other characters offered. */
const alternativeCount = 3;

/**
 * The page of an unknown character: a search, and three characters to choose from (rule
 * profile-not-found). The server answers its address with 404.
 */
export function CharacterNotFound({ character }: { character: string }) {
  const { data } = useQuery(alternativesQuery(character, alternativeCount));
  return (
    <NotFound
      title="Character not found"
      text="The album has no such page. Search it, or talk to somebody who is there."
    >
      <SearchForm />
      {data && data.length > 0 && (
        <section className="not-found__others" aria-label="Characters who are there">
          <h2 className="visually-hidden">Characters who are there</h2>
          <CharacterGrid characters={data} />
        </section>
      )}
    </NotFound>
  );
}
