import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { commentsQuery } from '#/features/social';
import { ApiError } from '#/shared/api/errors';
import { profileQuery } from '#/shared/api/profile';
import { useDesktop } from '#/shared/hooks/use-desktop';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { categoryInk } from '#/shared/lib/category-ink';
import { paths } from '#/shared/lib/paths';
import { Button, buttonClass } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { Link } from '#/shared/ui/link';
import { Spinner } from '#/shared/ui/spinner';
import { similarQuery } from '../api/similar';
import { texts } from '../messages';
import { ProfileDesktop } from './profile-desktop';
import { ProfilePhone } from './profile-phone';

function isUnknown(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Profile, first comments and similar characters, asked for together (spec 2 §2). */
function useEverything(character: string) {
  const profile = useQuery(profileQuery(character));
  const comments = useInfiniteQuery(commentsQuery(character));
  const similar = useQuery(similarQuery(character));
  const unknown = isUnknown(profile.error);
  // What failed is asked for again by its own part of the page, which must not go away for that.
  const first = [comments, similar].some(
    ({ isLoading, errorUpdateCount }) => isLoading && errorUpdateCount === 0,
  );
  return { profile, unknown, loading: (first || profile.isLoading) && !unknown };
}

function Missing({ unknown, onRetry }: { unknown: boolean; onRetry: () => void }) {
  if (unknown) {
    return (
      <div className="wrap notice-page">
        <h1 className="display t1">{texts.notFound}</h1>
        <p className="voice muted">{texts.notFoundHelp}</p>
        <Link className={buttonClass('ink')} to={paths.characters.getHref()}>
          Meet the Characters
        </Link>
      </div>
    );
  }
  return (
    <div className="wrap notice-page" role="alert">
      <EmptyState
        bare
        title={texts.unread}
        help={texts.unreadHelp}
        action={<Button onClick={onRetry}>Try again</Button>}
      />
    </div>
  );
}

/** The page of one character, by slug or id. */
export function ProfileScreen({ character }: { character: string }) {
  const desktop = useDesktop();
  const { profile, unknown, loading } = useEverything(character);
  usePageTitle(unknown ? texts.notFound : (profile.data?.name ?? null));
  if (loading) return <Spinner awaits="profile" />;
  if (!profile.data || unknown) {
    return <Missing unknown={unknown} onRetry={() => void profile.refetch()} />;
  }
  const View = desktop ? ProfileDesktop : ProfilePhone;
  return (
    <div className={`c-${categoryInk(profile.data.category)}`}>
      <View key={profile.data.id} profile={profile.data} character={character} />
    </div>
  );
}
