export { charactersQuery } from './api/characters';
export { CharacterStamp } from './components/character-stamp';
export { openCharacter, useCharacterModal } from './modal-store';
export { useStartChat } from './use-start-chat';
