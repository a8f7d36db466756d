import type { ChatSummary } from '#/shared/api/types';

/** What the dialog shows of a chat. */
export interface ChatToDelete {
  id: string;
  character: Pick<ChatSummary['character'], 'name' | 'coin_url' | 'category'>;
  message_count?: number;
}
