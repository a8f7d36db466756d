import type { components, paths } from './schema';

/**
 * The types of the API under the app's names, for types that several features use. `schema.d.ts` is generated
 * from the server's OpenAPI document.
 */
export type Schemas = components['schemas'];

export type ApiPaths = paths;
/** A login of the user on some device. */
export type LoginSession = Schemas['SignInsOutBody']['data'][number];
export type User = Schemas['UserJSON'];
export type TwoFactorSetup = Schemas['TwoFactorSetupOutBody'];
export type Preferences = Schemas['PreferencesJSON'];
export type Privacy = Schemas['PrivacyJSON'];
export type Character = Schemas['CharacterJSON'];
export type Profile = Schemas['ProfileJSON'];
export type Session = Schemas['SessionJSON'];
export type Message = Schemas['MessageJSON'];
export type FoundMessage = Schemas['FoundJSON'];
export type FeedArticle = Schemas['FeedJSON'];
export type Article = Schemas['ArticleJSON'];
export type ContentBlock = Schemas['Block'];
export type StaticPage = Schemas['PageJSON'];
export type Comment = Schemas['CommentJSON'];
export type CommentPage = Schemas['CommentsOutBody'];
export type ActivityEvent = Schemas['EventJSON'];
export type SimilarCharacter = Schemas['SimilarJSON'];
export type Order = Schemas['OrderJSON'];
export type OrderPage = Schemas['OrdersOutBody'];
export type HelpContent = Schemas['HelpJSON'];
export type HelpQuestion = Schemas['HelpQuestion'];
export type HelpContact = Schemas['HelpContact'];
export type Favorite = Schemas['FavoriteJSON'];
export type FavoritePage = Schemas['FavoritePageJSON'];
export type CollectedCharacter = Schemas['CollectedJSON'];
export type Collection = Schemas['CollectionJSON'];
export type SharedCollection = Schemas['SharedOutBody'];
export type ChatSummary = Schemas['ChatJSON'];
export type Notice = Schemas['NoticeJSON'];
export type NoticePage = Schemas['NoticePageJSON'];
export type NewOrder = Schemas['NewOrderOutBody'];
