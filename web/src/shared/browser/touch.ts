/** The first pointer is a finger: focus in a field opens the on-screen keyboard. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
