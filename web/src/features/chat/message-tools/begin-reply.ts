import { openEventStream } from '#/shared/api/sse';
import { newClientId } from '#/shared/lib/client-id';
import { isGenerating } from '../state/chat-state';
import { type ChatMessage, localTurn } from '../state/message';
import type { Chat } from '../store/chat';
import type { StreamOpener } from '../store/stream-opener';
import { type Regeneration, regenerateReply } from '../stream/reply-stream';

type VersionOptions = Pick<Regeneration, 'guidance' | 'continue'>;

/**
 * Generates another version of the last reply. The request has the id of the reply, so that a repeated press
 * or a reload creates no further version (rule messages-versions).
 */
export function beginVersion(
  chat: Chat,
  reply: ChatMessage,
  options: VersionOptions = {},
  onFailed?: () => void,
): void {
  if (isGenerating(chat.store.getState().phase)) return;
  chat.beginReply({
    action: {
      type: 'restarted',
      key: reply.key,
      content: options.continue === true ? reply.content : '',
    },
    replyKey: reply.key,
    startRequest: regenerateReply(chat.sessionId, { message_id: reply.id, ...options }),
    retry: () => beginVersion(chat, reply, options, onFailed),
    ...(onFailed && { onFailed }),
  });
}

/** Generates the reply to the last message, which has none. */
export function beginMissingReply(chat: Chat, message: ChatMessage): void {
  if (isGenerating(chat.store.getState().phase)) return;
  const turn = localTurn('', newClientId(), new Date().toISOString());
  const reply = { ...turn.reply, replyTo: message.id };
  chat.beginReply({
    action: { type: 'sent', userMessage: message, reply, editedKey: message.key },
    replyKey: reply.key,
    startRequest: regenerateReply(chat.sessionId, { message_id: message.id }),
    retry: () => beginMissingReply(chat, message),
  });
}

function editStreamOpener(chat: Chat, id: string, content: string, clientId: string): StreamOpener {
  const path = `/messages/${encodeURIComponent(chat.sessionId)}/${encodeURIComponent(id)}`;
  const body = { content, client_id: clientId };
  return ({ lastEventNumber: after, signal, onOpen }) =>
    openEventStream(`${path}?after=${after}`, { method: 'PUT', body, signal, onOpen });
}

/**
 * Replaces the user's message by a new text, removes all that follows, and generates the reply. A second call
 * with the same client id continues the same reply (rule messages-edit).
 */
export function beginEdit(
  chat: Chat,
  message: ChatMessage,
  content: string,
  clientId: string,
  onFailed: () => void,
): void {
  if (isGenerating(chat.store.getState().phase)) return;
  const turn = localTurn(content, clientId, new Date().toISOString());
  chat.beginReply({
    action: { type: 'sent', ...turn, editedKey: message.key },
    replyKey: turn.reply.key,
    startRequest: editStreamOpener(chat, message.id, content, clientId),
    retry: () => beginEdit(chat, message, content, clientId, onFailed),
    onFailed,
  });
}
