import { useQuery } from '@tanstack/react-query';
import { charactersQuery } from '#/features/character';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { Spinner } from '#/shared/ui/spinner';
import { CharacterGrid } from './character-grid';
import { Hero } from './hero';

function Characters() {
  const { data, isError, refetch } = useQuery(charactersQuery);
  if (data === undefined && isError) {
    return (
      <EmptyState
        title="The album would not open"
        help="The characters could not be fetched."
        action={
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    );
  }
  if (data === undefined) return <Spinner />;
  if (data.length === 0) return <EmptyState title="No characters found." />;
  return <CharacterGrid characters={data} />;
}

export function HomeView() {
  return (
    <>
      <Hero />
      <section className="section wrap" id="characters" aria-labelledby="characters-title">
        <div className="section__head">
          <h2 className="display t1" id="characters-title">
            Explore characters
          </h2>
        </div>
        <Characters />
      </section>
    </>
  );
}
