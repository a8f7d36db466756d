export { charactersQuery } from './api/characters';
export { CharacterStamp } from './components/character-stamp';
export { useStartChat } from './use-start-chat';
