import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { ProfileScreen } from '#/features/profile';
import { Spinner } from '#/shared/ui/spinner';

const CharacterNotFound = lazy(() =>
  import('./character-not-found').then((m) => ({ default: m.CharacterNotFound })),
);

export function ProfilePage() {
  const { characterId = '' } = useParams();
  const notFoundElement = (
    <Suspense fallback={<Spinner />}>
      <CharacterNotFound character={characterId} />
    </Suspense>
  );
  return <ProfileScreen character={characterId} notFound={notFoundElement} />;
}
