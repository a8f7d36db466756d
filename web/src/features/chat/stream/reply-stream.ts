import { type EventStreamOptions, openEventStream, type ServerEvent } from '#/shared/api/sse';

/** A request for the events after number `after`, until `signal` aborts. */
export interface StreamRequest {
  after: number;
  signal: AbortSignal;
  onOpen: (status: number) => void;
}

/** Makes a request and yields the events of its stream. Each call makes a new request. */
export type StreamOpener = (request: StreamRequest) => AsyncIterable<ServerEvent>;

function open(url: string, request: StreamRequest, options: EventStreamOptions, reply = '') {
  const { after, signal, onOpen } = request;
  const named = reply === '' ? '' : `reply=${encodeURIComponent(reply)}&`;
  return openEventStream(`${url}?${named}after=${after}`, { ...options, signal, onOpen });
}

const pathOf = (sessionId: string) => `/messages/${encodeURIComponent(sessionId)}`;

/** Sends a message. The same client id again attaches to the same reply (rule chat-client-id). */
export function sendMessage(sessionId: string, content: string, clientId: string): StreamOpener {
  const body = { content, client_id: clientId };
  return (request) => open(`${pathOf(sessionId)}/stream`, request, { method: 'POST', body });
}

/**
 * Attaches to the reply with this id and to no other (rule replies-attach-by-name). The status is 204
 * if it no longer runs.
 */
export function attachToReply(sessionId: string, replyId: string): StreamOpener {
  return (request) => open(`${pathOf(sessionId)}/stream`, request, { method: 'GET' }, replyId);
}

/** Generates the last reply again, after it failed or was interrupted. */
export function regenerateReply(sessionId: string): StreamOpener {
  return (request) => open(`${pathOf(sessionId)}/regenerate`, request, { method: 'POST' });
}
