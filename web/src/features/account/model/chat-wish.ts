import { isRecord } from '#/shared/lib/is-record';
import { type ChatPeriod, chatPeriods } from './chat-period';

/** Search text and time filter of the chat history. */
export interface ChatWish {
  search: string;
  period: ChatPeriod;
}

export const allChats: ChatWish = { search: '', period: 'all' };

export function isChatWish(value: unknown): value is ChatWish {
  return (
    isRecord(value) &&
    typeof value['search'] === 'string' &&
    chatPeriods.some(({ key }) => key === value['period'])
  );
}
