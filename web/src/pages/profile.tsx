import { useParams } from 'react-router';
import { ProfileScreen } from '#/features/profile';

export function ProfilePage() {
  const { characterId = '' } = useParams();
  return <ProfileScreen character={characterId} />;
}
