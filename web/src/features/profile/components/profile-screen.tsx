import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { categoryInk } from '#/features/character';
import { commentsQuery } from '#/features/comments';
import { isNotFound } from '#/shared/api/errors';
import { profileQuery } from '#/shared/api/profile';
import { useDesktop } from '#/shared/hooks/use-desktop';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { FailedRead } from '#/shared/ui/failed';
import { Spinner } from '#/shared/ui/spinner';
import { similarQuery } from '../api/similar-query';
import { texts } from '../texts';
import { ProfileOnDesktop } from './profile-desktop';
import { ProfileOnPhone } from './profile-phone';
import '../styles/profile.css';
import '../styles/profile-phone.css';

/** Fetches profile, first comments and similar characters in parallel (rule profile-loads-together). */
function useProfilePage(character: string) {
  const profile = useQuery(profileQuery(character));
  const comments = useInfiniteQuery(commentsQuery(character));
  const similar = useQuery(similarQuery(character));
  const isUnknownCharacter = isNotFound(profile.error);
  // True during the first fetch only. A later retry is made by the list's own component, which must
  // stay mounted.
  const isFirstFetch = [comments, similar].some(
    ({ isLoading, errorUpdateCount }) => isLoading && errorUpdateCount === 0,
  );
  return {
    profile,
    unknown: isUnknownCharacter,
    loading: (isFirstFetch || profile.isLoading) && !isUnknownCharacter,
  };
}

interface ProfileScreenProps {
  character: string;
  /** Shown when there is no such character. */
  notFound: ReactNode;
}

/** The page of one character, by slug or id. */
export function ProfileScreen({ character, notFound: missing }: ProfileScreenProps) {
  const isDesktop = useDesktop();
  const { profile, unknown, loading } = useProfilePage(character);
  usePageTitle(unknown ? texts.notFound : (profile.data?.name ?? null));
  if (loading) return <Spinner screen="profile" />;
  if (unknown) return missing;
  if (!profile.data) {
    const retry = () => void profile.refetch();
    return <FailedRead size="page" title={texts.unread} help={texts.unreadHelp} onRetry={retry} />;
  }
  const View = isDesktop ? ProfileOnDesktop : ProfileOnPhone;
  return (
    <div className={`c-${categoryInk(profile.data.category)}`}>
      <View key={profile.data.id} profile={profile.data} character={character} />
    </div>
  );
}
