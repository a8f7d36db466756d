import type { Profile } from '#/shared/api/types';

/** The character's short description, below the note of a sensitive character (rule safety-sensitive-note). */
export function ShortDescription({ profile }: { profile: Profile }) {
  const { sensitive, sensitive_note: note, description } = profile;
  return (
    <>
      {sensitive && note !== '' && <p className="profile__note">{note}</p>}
      <p className="voice profile__lead">{description}</p>
    </>
  );
}

/** The biography; nothing if it is equal to the short description. */
export function Bio({ profile: { bio, description } }: { profile: Profile }) {
  if (bio === '' || bio === description) return null;
  return <p className="voice profile__bio">{bio}</p>;
}
