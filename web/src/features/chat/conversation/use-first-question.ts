import { useEffect } from 'react';
import { createPath, useLocation } from 'react-router';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { readQuestion } from '#/shared/lib/chat-question';
import type { Draft } from '../composer/draft';
import type { Chat } from '../store/chat';

/**
 * Sends the question with which the chat was opened (rule chat-first-question). If the chat is `closed`, the
 * question goes into the field. The hook removes the question from the history entry, so that Back and a reload
 * do not send it again.
 */
export function useFirstQuestion(chat: Chat, draft: Draft, closed: boolean): void {
  const location = useLocation();
  const navigate = useNavigate();
  const question = readQuestion(location.state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each `clientId`
  useEffect(() => {
    if (question === null) return;
    const { text, clientId } = question;
    if (closed) draft.prepend(text);
    else chat.queue({ clientId, content: text, createdAt: new Date().toISOString() });
    navigate(createPath(location), { replace: true });
  }, [question?.clientId]);
}
