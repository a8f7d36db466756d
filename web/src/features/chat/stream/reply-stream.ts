import { type EventStreamOptions, openEventStream } from '#/shared/api/sse';
import type { StreamOpener, StreamRequest } from '../store/stream-opener';

function openReplyStream(
  url: string,
  request: StreamRequest,
  options: EventStreamOptions,
  reply = '',
) {
  const { lastEventNumber: after, signal, onOpen } = request;
  const replyQuery = reply === '' ? '' : `reply=${encodeURIComponent(reply)}&`;
  return openEventStream(`${url}?${replyQuery}after=${after}`, { ...options, signal, onOpen });
}

const messagesPath = (sessionId: string) => `/messages/${encodeURIComponent(sessionId)}`;

/** Sends a message. A repeated call with the same client id attaches to the same reply (rule chat-client-id). */
export function sendMessage(sessionId: string, content: string, clientId: string): StreamOpener {
  const body = { content, client_id: clientId };
  return (request) =>
    openReplyStream(`${messagesPath(sessionId)}/stream`, request, { method: 'POST', body });
}

/**
 * Attaches to the reply with this id and to no other (rule replies-attach-by-name). The status is 204
 * if it no longer runs.
 */
export function attachToReply(sessionId: string, replyId: string): StreamOpener {
  return (request) =>
    openReplyStream(`${messagesPath(sessionId)}/stream`, request, { method: 'GET' }, replyId);
}

/** The request body for a new version of the last reply. */
export interface Regeneration {
  /** The reply to replace. With it, a repeated request attaches to the same new version. */
  message_id?: string;
  /** What the new version should be like. */
  guidance?: string;
  /** Keeps the text of the reply and goes on with it. */
  continue?: boolean;
}

/** Generates another version of the last reply. */
export function regenerateReply(sessionId: string, body: Regeneration): StreamOpener {
  return (request) =>
    openReplyStream(`${messagesPath(sessionId)}/regenerate`, request, { method: 'POST', body });
}
