import type { Profile } from '#/shared/api/types';

/** The character's own sentence, after the note that some need. */
export function Lead({ profile }: { profile: Profile }) {
  const { sensitive, sensitive_note: note, description } = profile;
  return (
    <>
      {sensitive && note !== '' && <p className="profile__note">{note}</p>}
      <p className="voice profile__lead">{description}</p>
    </>
  );
}

/** What it says of its life, unless the sentence has said all. */
export function Bio({ profile: { bio, description } }: { profile: Profile }) {
  if (bio === '' || bio === description) return null;
  return <p className="voice profile__bio">{bio}</p>;
}
