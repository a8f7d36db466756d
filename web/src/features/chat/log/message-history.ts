import { api, unwrap } from '#/shared/api/client';

/**
 * Fetches 50 messages, oldest first: the newest ones, or those before the message with the id
 * `before`.
 */
export function fetchMessages(sessionId: string, before?: string) {
  return unwrap(
    api.GET('/messages/{id}', {
      params: { path: { id: sessionId }, query: before === undefined ? {} : { before } },
    }),
  );
}
