import type { ChatState } from './chat-state';
import type { ChatMessage } from './message';

/**
 * The last reply. While the reply runs, its content is the streamed text. After Stop was pressed,
 * its status is 'stopped' and its content comes from `messages`.
 */
export function lastReply({ messages, liveReply }: ChatState): ChatMessage | undefined {
  const reply = messages.findLast((one) => !one.isUser);
  if (reply === undefined || liveReply?.replyKey !== reply.key) return reply;
  return liveReply.stoppedAt === null
    ? { ...reply, content: liveReply.text }
    : { ...reply, status: 'stopped' };
}
