import { ApiError } from '#/shared/api/errors';
import type { LiveReply } from '../state/chat-state';
import { type ChatMessage, hasStoredId } from '../state/message';
import type { ChatStore } from '../store/chat-store';
import { attachToReply, type OpenStream } from './reply-stream';

interface ResumeOptions {
  sessionId: string;
  /** Key of the reply's entry. */
  key: string;
  store: ChatStore;
  /** The call that started the reply, where repeating it leads to the same reply. */
  repeat: OpenStream | null;
  /** Fetches the stored messages, from which the reply's id is learnt. */
  refresh: () => Promise<unknown>;
}

/** Opens the same reply again: by its id, or by what is bound to it while its id is unknown. */
export function resumeReply({ sessionId, key, store, repeat, refresh }: ResumeOptions): OpenStream {
  const replyId = () =>
    store.getState().messages.find((entry) => entry.key === key && hasStoredId(entry))?.id;
  return async function* (opening) {
    if (replyId() === undefined && repeat) return yield* repeat(opening);
    if (replyId() === undefined) await refresh();
    const id = replyId();
    if (opening.signal.aborted) return;
    if (id === undefined) throw new ApiError(0, 'The reply has no id yet', 'network');
    yield* attachToReply(sessionId, id)(opening);
  };
}

/** The stored text is ahead of the stream that is read here: that stream brings nothing any more. */
export function isBehind(live: LiveReply, row: ChatMessage): boolean {
  return row.key === live.key && live.heldAt === null && row.content.length > live.text.length;
}
