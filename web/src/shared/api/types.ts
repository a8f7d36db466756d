/**
 * Shapes of the calls this application makes (spec 3 §1 to §5), in the form that
 * openapi-typescript gives a server's document, so that `ApiPaths` can be that document's `paths`.
 */
export interface Purchase {
  character_id: number | null;
  plan_id: number;
  status: string;
  expiry_at: string | null;
}

export interface User {
  id: string;
  email: string;
  username: string;
  image: string | null;
  avatar: string | null;
  is_paid: boolean;
  subscription_status: string;
  joined_date: string;
  user_purchase: Purchase[];
  is_admin: boolean;
}

export interface Character {
  id: string;
  character_id: number;
  name: string;
  slug: string;
  designation: string;
  description: string;
  image_url: string;
  image: string;
  profile_pic: string;
  coin_url: string;
  category: string;
  letter: string;
  tags: string[];
  is_free: boolean;
  is_locked: boolean;
  expiry_at: string | null;
  is_active: boolean;
  is_deleted: boolean;
  charge_per_message: string;
  default_media_type: string;
  carousel_media: string;
  assert: { type: string; file: string };
  created_at: string;
  updated_at: string;
}

export interface Session {
  /** '{userId}_{characterId}' */
  id: string;
  user_id: string;
  character: Character;
  image: string;
  created_at: string;
}

interface Content<T> {
  content: { 'application/json': T };
}

interface Read<Response, Query = Record<never, never>> {
  parameters: { query?: Query; path?: never; header?: never; cookie?: never };
  responses: { 200: Content<Response>; default: Content<unknown> };
}

interface Write<Response, Body> {
  parameters: { query?: never; path?: never; header?: never; cookie?: never };
  requestBody: Content<Body>;
  responses: { 200: Content<Response>; default: Content<unknown> };
}

/** Open for declaration merging: a feature may add its own paths beside its calls. */
export interface ApiPaths {
  '/auth/me': { get: Read<User> };
  '/auth/login': {
    post: Write<{ token: string; user: User }, { email: string; password: string }>;
  };
  '/auth/register': {
    post: Write<{ user: User }, { name: string; email: string; password: string }>;
  };
  '/auth/logout': { post: Read<{ message: string }> };
  '/characters': {
    get: Read<
      { data: Character[]; nextCursor?: string | null; total: number },
      { search?: string; category?: string; tag?: string; limit?: number; cursor?: string }
    >;
  };
  '/session': { post: Write<Session, { characterId: number | string }> };
}
