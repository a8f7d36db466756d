import { ArrowLeft, MessageSquare, Share, UserRound, UsersRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import {
  CharacterStats,
  Coin,
  CollectButton,
  categoryInk,
  FirstQuestions,
  tierOf,
} from '#/features/character';
import { Comments } from '#/features/comments';
import { FollowButton, LikeButton } from '#/features/marks';
import type { Profile } from '#/shared/api/types';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { IconButton } from '#/shared/ui/icon-button';
import { TabPanel, Tabs, useTabIds } from '#/shared/ui/tabs';
import { useShare } from '../hooks/use-share';
import { Bio, ShortDescription } from './bio';
import { ChatLink } from './chat-link';
import { FactSheet } from './fact-sheet';
import { SimilarList } from './similar-list';
import { TagList } from './tag-list';

interface ProfileViewProps {
  profile: Profile;
  /** Slug or id as in the address, which is part of the query keys. */
  character: string;
}

/** Number of tags shown before '+N' (rule profile-tags-on-phone). */
const shownTagCount = 3;

/** Goes one history entry back, or to the catalogue if this page is the first entry. */
function useGoBack(): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => navigate(key === 'default' ? paths.characters.getHref() : -1);
}

function TopBar({ profile }: { profile: Profile }) {
  const { share } = useShare(profile);
  const goBack = useGoBack();
  return (
    <header className="profile-bar">
      <IconButton label="Back" onClick={goBack}>
        <ArrowLeft size={20} aria-hidden="true" />
      </IconButton>
      <h1 className="display t3 profile-bar__name">{profile.name}</h1>
      <IconButton label="Share" onClick={share}>
        <Share size={20} aria-hidden="true" />
      </IconButton>
    </header>
  );
}

function CharacterPart({ profile, character }: ProfileViewProps) {
  return (
    <>
      <div className="profile-phone__picture">
        <img src={profile.profile_pic} alt="" width={520} height={650} decoding="async" />
        {tierOf(profile) === 'PRO' && <span className="profile-phone__tier plate">PRO</span>}
      </div>
      <div className="profile-phone__who">
        <p className="display profile__name">{profile.name}</p>
        <p className="muted profile__role">{profile.designation}</p>
        <div className="profile__words">
          <ShortDescription profile={profile} />
        </div>
        <CharacterStats stats={profile.stats} />
        <TagList tags={profile.tags} maxCount={shownTagCount} />
        <div className="profile__marks">
          <ChatLink profile={profile} />
          <FollowButton character={character} />
          <LikeButton character={character} />
          <CollectButton character={profile} outlined />
        </div>
        <div className="profile-phone__questions">
          {!profile.is_locked && (
            <FirstQuestions character={profile} questions={profile.questions} />
          )}
        </div>
        <Bio profile={profile} />
        <FactSheet facts={profile.facts} />
      </div>
    </>
  );
}

/**
 * A row with the character's coin, name and designation, and a link to the chat. It is above the
 * tabs that show neither picture nor Chat (rule profile-phone-row).
 */
function CharacterRow({ profile }: { profile: Profile }) {
  return (
    <div className="profile-row">
      <Coin pictureUrl={profile.coin_url} ink={categoryInk(profile.category)} size={48} />
      <p className="profile-row__words">
        <span className="display profile-row__name">{profile.name}</span>
        <span className="profile-row__role">{profile.designation}</span>
      </p>
      <ChatLink profile={profile} size="sm" />
    </div>
  );
}

type ProfileTab = 'profile' | 'comments' | 'similar';

const tabLabel = (icon: ReactNode, text: string) => (
  <>
    {icon}
    {text}
  </>
);

const profileTabs = [
  { key: 'profile', label: tabLabel(<UserRound size={20} aria-hidden="true" />, 'Profile') },
  { key: 'comments', label: tabLabel(<MessageSquare size={20} aria-hidden="true" />, 'Comments') },
  { key: 'similar', label: tabLabel(<UsersRound size={20} aria-hidden="true" />, 'Similar') },
] as const;

/** The profile on a phone, in tabs. It opens with the comments (rule profile-phone-tabs). */
export function ProfileOnPhone({ profile, character }: ProfileViewProps) {
  const [part, setPart] = useState<ProfileTab>('comments');
  const id = useTabIds();
  const showTab = (next: ProfileTab) => {
    setPart(next);
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  return (
    <div className="profile-phone" data-site="bare">
      <TopBar profile={profile} />
      {part !== 'profile' && <CharacterRow profile={profile} />}
      <TabPanel id={id} tab="profile" active={part}>
        <CharacterPart profile={profile} character={character} />
      </TabPanel>
      <TabPanel id={id} tab="comments" active={part} className="profile-phone__part">
        <Comments character={character} />
      </TabPanel>
      <TabPanel id={id} tab="similar" active={part} className="profile-phone__part">
        <SimilarList character={character} view="all" />
      </TabPanel>
      <Tabs<ProfileTab>
        label="Parts of the profile"
        className="tabs--bottom"
        id={id}
        tabs={profileTabs}
        active={part}
        onChange={showTab}
      />
    </div>
  );
}
