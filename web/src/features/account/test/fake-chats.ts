import type { ChatSummary } from '#/shared/api/types';

export function fakeChatSummary(id: string, over: Partial<ChatSummary> = {}): ChatSummary {
  return {
    id,
    title: '',
    character: {
      id: `c-${id}`,
      character_id: 20,
      name: `Person ${id}`,
      slug: `person-${id}`,
      category: 'Artists & Writers',
      image_url: '/portraits/a.svg',
      coin_url: '/portraits/a-coin.svg',
      is_active: true,
    },
    lastMessage: { content: `Line of ${id}` },
    message_count: 2,
    created_at: '2026-01-09T08:00:00Z',
    updated_at: new Date().toISOString(),
    ...over,
  };
}
