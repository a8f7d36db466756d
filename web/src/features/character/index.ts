export { CharacterGrid } from './components/character-grid';
export { CharacterStamp } from './components/character-stamp';
export { closeCharacter, openCharacter, useCharacterModal } from './modal-store';
export { type MediaKind, mediaKind } from './model/media';
