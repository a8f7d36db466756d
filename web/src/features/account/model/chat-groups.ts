import type { ChatSummary } from '#/shared/api/types';
import { midnightBefore } from './chat-period';

export interface ChatGroup {
  title: string;
  chats: readonly ChatSummary[];
}

/** The groups, each with its oldest day in days before today. The last group has no oldest day. */
const groupStarts = [
  { title: 'Today', days: 0 },
  { title: 'Yesterday', days: 1 },
  { title: 'This Week', days: 7 },
  { title: 'Older', days: Number.POSITIVE_INFINITY },
] as const;

function groupTitle(time: Date, now: Date): string {
  const group = groupStarts.find(
    ({ days }) => !Number.isFinite(days) || time.getTime() >= midnightBefore(now, days).getTime(),
  );
  return group?.title ?? groupStarts[3].title;
}

/** Groups chats by the user's own days (rule chats-groups). Empty groups are left out. */
export function groupChats(chats: readonly ChatSummary[], now: Date): readonly ChatGroup[] {
  const of = new Map<string, ChatSummary[]>();
  for (const chat of chats) {
    const title = groupTitle(new Date(chat.updated_at), now);
    of.set(title, [...(of.get(title) ?? []), chat]);
  }
  return groupStarts.flatMap(({ title }) => {
    const chatsOfGroup = of.get(title);
    return chatsOfGroup ? [{ title, chats: chatsOfGroup }] : [];
  });
}
