/** Every address of the application; no other file spells one. */
export const paths = {
  home: { path: '/', getHref: () => '/' },
  chat: {
    path: '/chats/:chatId',
    getHref: (slug: string) => `/chats/${encodeURIComponent(slug)}`,
  },
} as const;
