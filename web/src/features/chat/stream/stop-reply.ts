import { api, unwrap } from '#/shared/api/client';
import { reportError } from '#/shared/lib/report-error';
import { shownText } from '../state/chat-state';
import { countCodePoints } from '../state/message-text';
import type { ChatStore } from '../store/chat-store';
import { texts } from '../texts';

/** Ends the running reply and keeps its first `seen` code points; answers it as stored. */
function stopReply(sessionId: string, seen: number) {
  return unwrap(
    api.POST('/messages/{id}/stop', { params: { path: { id: sessionId } }, body: { seen } }),
  );
}

interface StopOptions {
  sessionId: string;
  notify: (text: string) => void;
}

/**
 * Has the server end the running reply and keep what is shown. Its answer ends the reply here even
 * if the stream is silent; a call that fails lets the words go on.
 */
export async function askToStop(options: StopOptions, store: ChatStore): Promise<void> {
  const { live } = store.getState();
  if (!live) return;
  try {
    const row = await stopReply(options.sessionId, countCodePoints(shownText(live)));
    if (row.is_user_message || row.status === 'generating') return;
    if (store.getState().live?.key !== live.key) return;
    const { id: messageId, reply_to: userMessageId = '', status, content } = row;
    store.dispatch({ type: 'ended', messageId, userMessageId, status, content });
  } catch (error) {
    reportError('The reply could not be stopped', error);
    store.dispatch({ type: 'held', on: false });
    options.notify(texts.stopFailed);
  }
}
