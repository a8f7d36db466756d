import { useMedia } from './use-media';

/** True from the width at which the wide layout begins (spec 1 §9). */
export function useDesktop(): boolean {
  return useMedia('(min-width: 1024px)');
}
