import type { ChatState } from './chat-state';
import type { ChatMessage } from './message';

/**
 * The last reply. While the reply runs, its content is the streamed text. After Stop was pressed,
 * its status is 'stopped' and its content comes from `messages`.
 */
export function lastReply({ messages, liveReply: live }: ChatState): ChatMessage | undefined {
  const reply = messages.findLast((one) => !one.isUser);
  if (reply === undefined || live?.key !== reply.key) return reply;
  return live.stoppedAt === null
    ? { ...reply, content: live.text }
    : { ...reply, status: 'stopped' };
}
