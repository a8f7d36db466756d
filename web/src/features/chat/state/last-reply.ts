import type { ChatState } from './chat-state';
import type { ChatMessage } from './message';

/** The last reply with the text that is shown. One that was told to stop counts as stopped. */
export function lastReply({ messages, live }: ChatState): ChatMessage | undefined {
  const reply = messages.findLast((one) => !one.isUser);
  if (reply === undefined || live?.key !== reply.key) return reply;
  return live.stoppedAt === null
    ? { ...reply, content: live.text }
    : { ...reply, status: 'stopped' };
}
