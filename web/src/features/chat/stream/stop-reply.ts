import { api, unwrap } from '#/shared/api/client';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { reportError } from '#/shared/lib/report-error';
import { shownText } from '../state/chat-state';
import type { ChatStore } from '../store/chat-store';
import { texts } from '../texts';

/** Ends the running reply, keeps its first `seen` code points and returns the stored message. */
function postStop(sessionId: string, seen: number) {
  return unwrap(
    api.POST('/messages/{id}/stop', { params: { path: { id: sessionId } }, body: { seen } }),
  );
}

interface StopOptions {
  sessionId: string;
  notify: (text: string) => void;
}

/**
 * Asks the server to end the running reply and to keep the text that is shown. The answer ends the reply in the
 * store, without waiting for the stream. If the request fails, the reply continues. Rule replies-stop.
 */
export async function requestStop(options: StopOptions, store: ChatStore): Promise<void> {
  const { liveReply } = store.getState();
  if (!liveReply) return;
  try {
    const row = await postStop(options.sessionId, countCodePoints(shownText(liveReply)));
    if (row.is_user_message || row.status === 'generating') return;
    if (store.getState().liveReply?.replyKey !== liveReply.replyKey) return;
    const { id: messageId, reply_to: userMessageId = '', status, content } = row;
    store.dispatch({ type: 'ended', messageId, userMessageId, status, content });
  } catch (error) {
    reportError('The reply could not be stopped', error);
    store.dispatch({ type: 'stopFailed' });
    options.notify(texts.stopFailed);
  }
}
