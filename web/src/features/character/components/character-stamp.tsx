import type { Character } from '#/shared/api/types';
import { categoryInk } from '#/shared/lib/category-ink';
import { StampCard } from '#/shared/ui/stamp-card';

interface CharacterStampProps {
  character: Character;
  eager?: boolean;
  busy?: boolean;
  onChat: (character: Character) => void;
}

/** The character card of every list (spec 1 §2): name, picture and a CHAT button. */
export function CharacterStamp({
  character,
  eager = false,
  busy = false,
  onChat,
}: CharacterStampProps) {
  return (
    <StampCard
      name={character.name}
      picture={character.image_url}
      ink={categoryInk(character.category)}
      tier={character.is_free ? 'FREE' : 'PRO'}
      eager={eager}
      busy={busy}
      onChat={() => onChat(character)}
    />
  );
}
