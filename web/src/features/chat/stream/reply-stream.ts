import { type EventStreamOptions, openEventStream, type ServerEvent } from '#/shared/api/sse';

/** How a stream is opened: from the event after `after`, until `signal` aborts. */
export interface Opening {
  after: number;
  signal: AbortSignal;
  onOpen: (status: number) => void;
}

export type OpenStream = (opening: Opening) => AsyncIterable<ServerEvent>;

function open(path: string, opening: Opening, options: EventStreamOptions, reply = '') {
  const { after, signal, onOpen } = opening;
  const named = reply === '' ? '' : `reply=${encodeURIComponent(reply)}&`;
  return openEventStream(`${path}?${named}after=${after}`, { ...options, signal, onOpen });
}

const address = (sessionId: string) => `/messages/${encodeURIComponent(sessionId)}`;

/** Sends a line; the same client id again attaches to the same reply (spec 3 §3). */
export function sendLine(sessionId: string, content: string, clientId: string): OpenStream {
  const body = { content, client_id: clientId };
  return (opening) => open(`${address(sessionId)}/stream`, opening, { method: 'POST', body });
}

/**
 * Attaches to the reply with this id and to no other, whichever runs meanwhile (spec 3 §3); 204 when
 * it runs no more.
 */
export function attachToReply(sessionId: string, replyId: string): OpenStream {
  return (opening) => open(`${address(sessionId)}/stream`, opening, { method: 'GET' }, replyId);
}

/** Has the last reply, which failed or was interrupted, written anew. */
export function regenerateReply(sessionId: string): OpenStream {
  return (opening) => open(`${address(sessionId)}/regenerate`, opening, { method: 'POST' });
}
