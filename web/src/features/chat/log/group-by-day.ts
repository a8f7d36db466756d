import { formatDay } from '#/shared/format/format-time';
import type { ChatMessage } from '../state/message';

export interface MessageDay {
  /** 'Today', 'Yesterday' or the date. */
  label: string;
  messages: ChatMessage[];
}

/** Groups messages by local day and keeps their order. */
export function groupByDay(messages: readonly ChatMessage[], now: Date = new Date()): MessageDay[] {
  const days: MessageDay[] = [];
  for (const message of messages) {
    const label = formatDay(message.createdAt, now);
    const lastDay = days.at(-1);
    if (lastDay && lastDay.label === label) lastDay.messages.push(message);
    else days.push({ label, messages: [message] });
  }
  return days;
}
