import { useMediaQuery } from './use-media';

/** True from the breakpoint of the wide layout on (rule look-wide-layout). */
export function useDesktop(): boolean {
  return useMediaQuery('(min-width: 1024px)');
}
