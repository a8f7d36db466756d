import type { ChatSummary } from '#/shared/api/types';

/** The fields of a chat that the dialog shows. */
export interface ChatToDelete {
  id: string;
  character: Pick<ChatSummary['character'], 'name' | 'coin_url' | 'category'>;
  message_count?: number;
}
