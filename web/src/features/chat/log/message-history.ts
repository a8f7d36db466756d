import { api, unwrap } from '#/shared/api/client';

/** The newest 50 messages, or the 50 before the one with the id `before`; oldest first. */
export function fetchMessages(sessionId: string, before?: string) {
  return unwrap(
    api.GET('/messages/{id}', {
      params: { path: { id: sessionId }, query: before === undefined ? {} : { before } },
    }),
  );
}
