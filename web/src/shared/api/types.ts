import type { components, paths } from './schema';

/**
 * The shapes of the server's own document under names that the application speaks. `schema.d.ts` is
 * generated from it; nothing else imports that file.
 */
type Schemas = components['schemas'];

export type ApiPaths = paths;
export type User = Schemas['UserJSON'];
export type Character = Schemas['CharacterJSON'];
export type Profile = Schemas['ProfileJSON'];
export type Session = Schemas['SessionJSON'];
export type Message = Schemas['MessageJSON'];
export type Feed = Schemas['FeedJSON'];
export type Article = Schemas['ArticleJSON'];
export type ContentBlock = Schemas['Block'];
export type StaticPage = Schemas['PageJSON'];
export type Comment = Schemas['CommentJSON'];
export type CommentPage = Schemas['CommentsOutBody'];
export type ActivityEvent = Schemas['EventJSON'];
export type SimilarCharacter = Schemas['SimilarJSON'];
