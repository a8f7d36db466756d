import type { Character } from '#/shared/api/types';
import { categoryInk } from '#/shared/lib/category-ink';
import { paths } from '#/shared/lib/paths';
import { tierOf } from '#/shared/lib/tier';
import { StampCard } from '#/shared/ui/stamp-card';
import { openCharacter } from '../modal-store';

interface CharacterStampProps {
  character: Character;
  eager?: boolean;
  busy?: boolean;
  size?: 'small' | 'normal' | 'large';
  onChat: (character: Character) => void;
}

/** The character card of every list (spec 1 §2): a click on it opens the modal, CHAT the chat. */
export function CharacterStamp({
  character,
  eager = false,
  busy = false,
  size = 'normal',
  onChat,
}: CharacterStampProps) {
  return (
    <StampCard
      name={character.name}
      picture={character.image_url}
      ink={categoryInk(character.category)}
      tier={tierOf(character)}
      size={size}
      eager={eager}
      busy={busy}
      href={paths.profile.getHref(character.slug)}
      onOpen={() => openCharacter(character)}
      onChat={() => onChat(character)}
    />
  );
}
