import type { Profile } from '#/shared/api/types';

/** What the character says of itself, after the note that some need. */
export function Words({ profile }: { profile: Profile }) {
  const { sensitive, sensitive_note: note, description, bio } = profile;
  return (
    <div className="profile__words">
      {sensitive && note !== '' && <p className="profile__note">{note}</p>}
      <p className="voice profile__lead">{description}</p>
      {bio !== '' && bio !== description && <p className="voice profile__bio">{bio}</p>}
    </div>
  );
}
