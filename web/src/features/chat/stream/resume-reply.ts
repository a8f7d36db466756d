import { ApiError } from '#/shared/api/errors';
import type { LiveReply } from '../state/chat-state';
import { type ChatMessage, hasStoredId } from '../state/message';
import type { ChatStore } from '../store/chat-store';
import type { StreamOpener } from '../store/stream-opener';
import { attachToReply } from './reply-stream';

interface ResumeOptions {
  sessionId: string;
  /** Key of the reply's entry. */
  replyKey: string;
  store: ChatStore;
  /** The request that started the reply, if repeating it attaches to the same reply; else null. */
  resend: StreamOpener | null;
  /** Fetches the stored messages, which contain the reply's id. */
  refresh: () => Promise<unknown>;
}

/**
 * Reconnects to the same reply: by its id or, while the id is unknown, by repeating the send with
 * its client id.
 */
export function resumeReply({
  sessionId,
  replyKey,
  store,
  resend,
  refresh,
}: ResumeOptions): StreamOpener {
  const replyId = () =>
    store.getState().messages.find((entry) => entry.key === replyKey && hasStoredId(entry))?.id;
  return async function* (request) {
    if (replyId() === undefined && resend) return yield* resend(request);
    if (replyId() === undefined) await refresh();
    const id = replyId();
    if (request.signal.aborted) return;
    if (id === undefined) throw new ApiError(0, 'The reply has no id yet', 'network');
    yield* attachToReply(sessionId, id)(request);
  };
}

/**
 * True if the stored text is longer than the streamed text. The open connection then no longer
 * delivers events, and the chat attaches to the reply again.
 */
export function isStreamBehind(live: LiveReply, row: ChatMessage): boolean {
  return (
    row.key === live.replyKey && live.stoppedAt === null && row.content.length > live.text.length
  );
}
