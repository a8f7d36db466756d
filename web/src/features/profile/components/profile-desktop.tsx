import { Link2 } from 'lucide-react';
import { useState } from 'react';
import {
  CharacterStats,
  CollectButton,
  categoryInk,
  FirstQuestions,
  StampCard,
  tierOf,
} from '#/features/character';
import { Activity, Comments } from '#/features/comments';
import { FollowButton, LikeButton } from '#/features/marks';
import type { Profile } from '#/shared/api/types';
import { formatCount } from '#/shared/format/format-count';
import { TabPanel, Tabs, useTabIds } from '#/shared/ui/tabs';
import { useShare } from '../hooks/use-share';
import { texts } from '../texts';
import { Bio, ShortDescription } from './bio';
import { ChatLink } from './chat-link';
import { FactSheet } from './fact-sheet';
import { QuickStats } from './quick-stats';
import { SimilarList } from './similar-list';
import { TagList } from './tag-list';

interface ProfileViewProps {
  profile: Profile;
  /** Slug or id as in the address, which is part of the query keys. */
  character: string;
}

function CharacterColumn({ profile, character }: ProfileViewProps) {
  return (
    <div className="profile__who">
      <StampCard
        name={profile.name}
        pictureUrl={profile.profile_pic}
        ink={categoryInk(profile.category)}
        tier={tierOf(profile)}
        hasHeading={false}
        loadsEagerly
      />
      <CharacterStats stats={profile.stats} />
      <ChatLink profile={profile} fullWidth />
      <div className="profile__marks">
        <FollowButton character={character} />
        <LikeButton character={character} />
        <CollectButton character={profile} outlined />
      </div>
      <TagList tags={profile.tags} />
      <FactSheet facts={profile.facts} />
    </div>
  );
}

function CopyLinkButton({ profile }: { profile: Profile }) {
  const { copied, share } = useShare(profile);
  return (
    <button
      type="button"
      className="icon-btn icon-btn--line copy-link"
      aria-label={texts.copyLink}
      data-copied={copied || undefined}
      onClick={share}
    >
      <Link2 size={18} aria-hidden="true" />
      <span className="copy-link__tip" aria-hidden="true">
        {copied ? texts.copied : texts.copyLink}
      </span>
    </button>
  );
}

type ProfileTab = 'comments' | 'activity';

function CommentsAndActivity({ profile, character }: ProfileViewProps) {
  const [activeTab, setActiveTab] = useState<ProfileTab>('comments');
  const id = useTabIds();
  const count = profile.stats.comments;
  const commentsLabel = (
    <>
      Comments {count > 0 && <span className="faint num profile__count">{formatCount(count)}</span>}
    </>
  );
  return (
    <>
      <Tabs<ProfileTab>
        label={`Around ${profile.name}`}
        id={id}
        active={activeTab}
        onChange={setActiveTab}
        tabs={[
          { key: 'comments', label: commentsLabel },
          { key: 'activity', label: 'Activity' },
        ]}
      />
      <TabPanel id={id} tab="comments" active={activeTab}>
        <Comments character={character} />
      </TabPanel>
      <TabPanel id={id} tab="activity" active={activeTab}>
        {activeTab === 'activity' && <Activity character={character} />}
      </TabPanel>
    </>
  );
}

/**
 * Character, comments and similar characters side by side (rule profile-wide-layout). A locked character offers
 * no first question (rule chat-first-question).
 */
export function ProfileOnDesktop({ profile, character }: ProfileViewProps) {
  return (
    <div className="wrap profile">
      <CharacterColumn profile={profile} character={character} />
      <div className="profile__main">
        <div className="profile__head">
          <h1 className="display profile__name">{profile.name}</h1>
          <CopyLinkButton profile={profile} />
        </div>
        <p className="muted profile__role">{profile.designation}</p>
        <div className="profile__words">
          <ShortDescription profile={profile} />
          <Bio profile={profile} />
        </div>
        <div className="profile__questions">
          {!profile.is_locked && (
            <FirstQuestions character={profile} questions={profile.questions} />
          )}
        </div>
        <CommentsAndActivity profile={profile} character={character} />
      </div>
      <aside className="profile__aside" aria-label="Similar characters and statistics">
        <SimilarList character={character} view="first" />
        <QuickStats stats={profile.stats} />
      </aside>
    </div>
  );
}
