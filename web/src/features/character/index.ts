export { CharacterStamp } from './components/character-stamp';
export { openCharacter, useCharacterModal } from './modal-store';
export { mediaKind } from './model/media';
export { useStartChat } from './use-start-chat';
