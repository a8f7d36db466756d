export { CharacterGrid } from './components/character-grid';
export { CharacterStamp } from './components/character-stamp';
export { CharacterStats } from './components/character-stats';
export { Coin } from './components/coin';
export { CollectButton } from './components/collect-button';
export { FirstQuestions } from './components/first-questions';
export { StampCard } from './components/stamp-card';
export { useStartChat } from './hooks/use-start-chat';
export { categoryGroundAddress as categoryGround } from './model/category-ground';
export { categoryInk } from './model/category-ink';
export { closeCollectDialog as closeCollect, useCollectStore } from './model/collect-store';
export { type MediaKind, mediaKind } from './model/media';
export {
  closeCharacterModal as closeCharacter,
  openCharacterModal as openCharacter,
  useCharacterModal,
} from './model/modal-store';
export { tierOf } from './model/tier';
