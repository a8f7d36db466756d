import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { ArrowRight, Pencil } from 'lucide-react';
import { displayName } from '#/features/auth';
import { Coin } from '#/features/character';
import { formatCount } from '#/shared/format/format-count';
import { formatYear } from '#/shared/format/format-date';
import { formatAge } from '#/shared/format/format-time';
import { plainText } from '#/shared/format/plain-text';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';
import { recentChatsQuery } from '../api/profile-queries';
import { type ProfileFigures, useProfileFigures } from '../hooks/use-profile-figures';
import { planText } from '../model/plan-text';
import { sectionNote } from '../model/section-note';
import { subscriptionText } from '../model/subscription-text';
import { type PanelProps, sectionsIn } from '../sections';
import '../styles/profile-panel.css';

function ProfileFacts({ user }: PanelProps) {
  const status = subscriptionText(user);
  return (
    <dl className="account-facts">
      <dt>Username</dt>
      <dd>{displayName(user)}</dd>
      <dt>Email</dt>
      <dd>{user.email}</dd>
      <dt>Member since</dt>
      <dd className="num">{formatYear(user.joined_date)}</dd>
      <dt>Status</dt>
      <dd>
        <span className={clsx('account-status', status === 'Active' && 'account-status--good')}>
          {status}
        </span>
      </dd>
      <dt>Plan</dt>
      <dd className="num">{planText(user)}</dd>
    </dl>
  );
}

/**
 * The numbers of conversations, likes and collected characters, as far as they are fetched (rule
 * account-profile-panel).
 */
function ProfileFigureList({ figures }: { figures: ProfileFigures }) {
  const rows = [
    { name: 'characters met', count: figures.chats },
    { name: 'liked', count: figures.liked },
    { name: 'collected', count: figures.collected },
  ].filter(({ count }) => count !== undefined);
  if (rows.length === 0) return null;
  return (
    <dl className="account-figures">
      {rows.map(({ name, count = 0 }) => (
        <div key={name}>
          <dt className="small muted">{name}</dt>
          <dd className="display num">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

function MoreSections({ figures }: { figures: ProfileFigures }) {
  return (
    <ul className="account-more">
      {sectionsIn('profile').map(({ addressKey, title, explanation, Icon }) => (
        <li key={addressKey}>
          <Link className="account-more__row" to={paths.account.getHref(addressKey)} replace>
            <Icon size={20} aria-hidden="true" />
            <span className="display t3">{title}</span>
            <span className="account-more__note small muted">
              {sectionNote(addressKey, explanation, figures)}
            </span>
            <ArrowRight size={18} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The latest conversations (rule account-profile-panel). */
function RecentChats({ user }: PanelProps) {
  const chats = useQuery(recentChatsQuery(user.id)).data?.chats ?? [];
  if (chats.length === 0) return null;
  return (
    <section className="account-recent" aria-labelledby="where-you-left-off">
      <h2 className="display t3" id="where-you-left-off">
        Where you left off
      </h2>
      <ul>
        {chats.map(({ id, character, lastMessage, updated_at }) => (
          <li key={id}>
            <Link className="account-recent__row" to={paths.chat.getHref(character.slug)}>
              <Coin pictureUrl={character.coin_url} ink="black" size={48} />
              <span className="account-recent__words">
                <span className="display t4">{character.name}</span>
                <span className="account-recent__line small muted">
                  {plainText(lastMessage?.content ?? '') || 'No messages yet'}
                </span>
              </span>
              <span className="small faint num">{formatAge(updated_at)}</span>
              <ArrowRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Facts and figures of the user, links to the sections that the sidebar does not list, and the latest
 * conversations.
 */
export function ProfilePanel({ user }: PanelProps) {
  const figures = useProfileFigures(user.id);
  return (
    <>
      <div className="account-profile">
        <div className="account-profile__columns">
          <ProfileFacts user={user} />
          <ProfileFigureList figures={figures} />
        </div>
        <Link className={buttonClass('line')} to={paths.account.getHref('settings')} replace>
          <Pencil size={16} aria-hidden="true" />
          Edit profile
        </Link>
      </div>
      <MoreSections figures={figures} />
      <RecentChats user={user} />
    </>
  );
}
