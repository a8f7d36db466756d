const path = (pattern: string) => ({ path: pattern, getHref: () => pattern });
const slugPath = (folder: string, name: string) => ({
  path: `${folder}/:${name}`,
  getHref: (slug: string) => `${folder}/${encodeURIComponent(slug)}`,
});

/** Every address of the application (rule look-addresses). No other file contains one. */
export const paths = {
  home: path('/'),
  /** Redirects to the newest conversation. */
  chats: path('/chats'),
  chat: slugPath('/chats', 'chatId'),
  /** Redirects to a chat. The chat history links here to continue a conversation (rule chats-continue). */
  continueChat: {
    path: '/chat/:ref',
    getHref: (ref: string, sessionId: string) =>
      `/chat/${encodeURIComponent(ref)}?session=${encodeURIComponent(sessionId)}`,
  },
  account: {
    path: '/user',
    /** `tab` is one of the tabs of the settings. */
    getHref: (section: string, tab?: string) =>
      `/user?section=${encodeURIComponent(section)}${tab ? `&tab=${tab}` : ''}`,
  },
  /** One of the user's own collections, in the account area. */
  ownCollection: {
    getHref: (id: string) => `/user?section=collections&list=${encodeURIComponent(id)}`,
  },
  sharedCollection: slugPath('/collections', 'token'),
  characters: {
    path: '/characters',
    getHref: (category?: string) =>
      category ? `/characters?categories=${encodeURIComponent(category)}` : '/characters',
  },
  profile: slugPath('/character/profile', 'characterId'),
  // rule catalogue-tag-page
  tag: {
    path: '/tags',
    getHref: (tag: string) => `/tags/?isActive=0&tagName=${encodeURIComponent(tagName(tag))}`,
  },
  blog: path('/blog'),
  article: slugPath('/blog', 'urlSlug'),
  copyright: path('/copyright'),
  privacy: path('/privacy-policy'),
  refund: path('/refund-policy'),
  terms: path('/terms-of-use'),
  about: path('/about'),
  contact: path('/contact-us'),
  agreement: path('/user-agreement'),
  guide: path('/community-guide'),
  knowledge: path('/knowledge-base'),
} as const;

/** The form of a tag in addresses and queries: trimmed, in lower case. */
export function tagName(typed: string): string {
  return typed.trim().toLowerCase();
}
