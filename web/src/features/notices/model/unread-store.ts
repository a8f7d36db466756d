import { create } from 'zustand';

/** The number of unread notices of the signed-in user; 0 until it is known. */
export const useUnreadStore = create<{ unread: number }>()(() => ({ unread: 0 }));

export function useUnreadCount(): number {
  return useUnreadStore(({ unread }) => unread);
}
