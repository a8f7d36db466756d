import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { CharacterStats, categoryInk, StampCard, tierOf } from '#/features/character';
import { useIsLocked } from '#/features/payment';
import { profileQuery } from '#/shared/api/profile';
import type { Profile, Session } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { LazyMeter } from '../meter/lazy-meter';

interface DetailsPanelProps {
  session: Session;
  /** Controls of other features, shown under the numbers. */
  actions: ReactNode;
  /** Shows what the character remembers of the user. */
  onShowMemory: () => void;
  /** Shows the years from which the character can speak. */
  onShowYears: () => void;
  /** Closes the panel; undefined if the panel is not an overlay. */
  onClose: (() => void) | undefined;
}

function Tags({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul className="details__tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link className="chip" to={paths.tag.getHref(tag)}>
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ProfileFacts({ profile, actions }: { profile: Profile; actions: ReactNode }) {
  return (
    <>
      {profile.description !== '' && <p className="voice details__words">{profile.description}</p>}
      <CharacterStats stats={profile.stats} />
      {actions && <div className="details__actions">{actions}</div>}
      <Tags tags={profile.tags} />
      <Link className="link details__profile" to={profile.profileLink}>
        View profile
      </Link>
    </>
  );
}

/**
 * The panel about the character: picture, description, numbers and tags. It also shows how many messages of the
 * day are left (rule chat-meter), and has the button of the years (rule chat-year-panel).
 */
export function DetailsPanel({
  session,
  actions,
  onShowMemory,
  onShowYears,
  onClose,
}: DetailsPanelProps) {
  const { character } = session;
  const isLocked = useIsLocked(session);
  const { data: profile } = useQuery(profileQuery(character.slug));
  return (
    <aside
      className="details"
      aria-label={`About ${character.name}`}
      data-locked={isLocked || undefined}
    >
      {onClose && (
        <IconButton className="details__close" label="Close details" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
      <h2 className="visually-hidden">About {character.name}</h2>
      <StampCard
        name={character.name}
        pictureUrl={profile?.profile_pic ?? character.image_url}
        ink={categoryInk(character.category)}
        tier={tierOf(session)}
        loadsEagerly
      />
      {character.designation !== '' && <p className="details__role">{character.designation}</p>}
      {profile && <ProfileFacts profile={profile} actions={actions} />}
      {!isLocked && (
        <>
          <Button look="line" size="sm" className="details__memory" onClick={onShowMemory}>
            What {character.name} remembers
          </Button>
          <LazyMeter sessionId={session.id} isInDetails />
        </>
      )}
      {!isLocked && session.moments && (
        <Button look="line" size="sm" className="details__memory" onClick={onShowYears}>
          Speak from another year
        </Button>
      )}
    </aside>
  );
}
