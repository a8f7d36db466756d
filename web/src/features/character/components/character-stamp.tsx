import type { Character } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { categoryInk } from '../model/category-ink';
import { openCharacterModal } from '../model/modal-store';
import { tierOf } from '../model/tier';
import { StampCard } from './stamp-card';

interface CharacterStampProps {
  character: Character;
  loadsEagerly?: boolean;
  size?: 'small' | 'normal' | 'large';
  onChat: () => void;
}

/** The character card of every list (rule catalogue-card). A click opens the modal; CHAT opens the chat. */
export function CharacterStamp({
  character,
  loadsEagerly = false,
  size = 'normal',
  onChat,
}: CharacterStampProps) {
  return (
    <StampCard
      name={character.name}
      pictureUrl={character.image_url}
      ink={categoryInk(character.category)}
      tier={tierOf(character)}
      size={size}
      loadsEagerly={loadsEagerly}
      href={paths.profile.getHref(character.slug)}
      onOpen={() => openCharacterModal(character)}
      onChat={onChat}
    />
  );
}
