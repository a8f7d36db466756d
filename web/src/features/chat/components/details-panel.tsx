import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import type { Profile, Session } from '#/shared/api/types';
import { categoryInk } from '#/shared/lib/category-ink';
import { IconButton } from '#/shared/ui/icon-button';
import { StampCard } from '#/shared/ui/stamp-card';
import { profileQuery } from '../api/profile';

interface DetailsPanelProps {
  session: Session;
  /** Present where the panel lies over the chat. */
  onClose: (() => void) | undefined;
}

const count = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

function Facts({ profile }: { profile: Profile }) {
  return (
    <>
      {profile.description !== '' && <p className="voice details__words">{profile.description}</p>}
      <dl className="details__stats num">
        <div>
          <dt>{profile.stats.chats === 1 ? 'chat' : 'chats'}</dt>
          <dd>{count.format(profile.stats.chats)}</dd>
        </div>
      </dl>
      {profile.tags.length > 0 && (
        <ul className="details__tags" aria-label="Tags">
          {profile.tags.map((tag) => (
            <li key={tag} className="chip">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Who the character is: its stamp, its own words, its tags. */
export function DetailsPanel({ session, onClose }: DetailsPanelProps) {
  const { character, is_locked: locked } = session;
  const { data: profile } = useQuery(profileQuery(session.user_id, character.slug));
  return (
    <aside
      className="details"
      aria-label={`About ${character.name}`}
      data-locked={locked || undefined}
    >
      {onClose && (
        <IconButton className="details__close" label="Close details" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      )}
      <h2 className="visually-hidden">About {character.name}</h2>
      <StampCard
        name={character.name}
        picture={profile?.profile_pic ?? character.image_url}
        ink={categoryInk(character.category)}
        tier={character.is_free ? 'FREE' : 'PRO'}
        eager
      />
      {character.designation !== '' && <p className="details__role">{character.designation}</p>}
      {profile && <Facts profile={profile} />}
    </aside>
  );
}
