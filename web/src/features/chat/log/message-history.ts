import { api, unwrap } from '#/shared/api/client';

/** Cached first page of a conversation; private, so the user's id is part of it. */
export const messageKeys = {
  newest: (sessionId: string) => ['messages', sessionId] as const,
};

/** The newest 50 messages, or the 50 before the one with the id `before`; oldest first. */
export function fetchMessages(sessionId: string, before?: string) {
  return unwrap(
    api.GET('/messages/{id}', {
      params: { path: { id: sessionId }, query: before === undefined ? {} : { before } },
    }),
  );
}
