export { useReorderCharacters, useTakeOutCharacter } from './api/character-mutations';
export { collectionQuery, collectionsQuery } from './api/collections-query';
export {
  type FollowedCharactersData as FollowedData,
  followedCharactersQuery as followedQuery,
} from './api/followed-query';
export { collectionKeys } from './api/keys';
export {
  CollectedCharacters,
  CollectedRow,
  type CollectionView,
} from './components/collected-characters';
export {
  DeleteCollectionDialog,
  EditCollectionDialog,
  NewCollectionDialog,
  ShareDialog,
} from './components/lazy-dialogs';
export { withItemMoved as withMoved } from './model/move-item';
export { characterCountText, texts as collectionTexts } from './texts';
