import { isRecord } from '#/shared/lib/is-record';
import { type ChatPeriod, chatPeriods } from './chat-period';

/** Search text and time filter of the chat history, kept in the history entry (rule chats-search-field). */
export interface ChatListOptions {
  search: string;
  period: ChatPeriod;
}

export const initialChatOptions: ChatListOptions = { search: '', period: 'all' };

export function isChatListOptions(value: unknown): value is ChatListOptions {
  return (
    isRecord(value) &&
    typeof value['search'] === 'string' &&
    chatPeriods.some(({ key }) => key === value['period'])
  );
}
