import { useMediaQuery } from './use-media';

/** True from the breakpoint of the wide layout on (rules look-wide-layout, chat-sidebar-overlay). */
export function useDesktop(): boolean {
  return useMediaQuery('(min-width: 1024px)');
}
