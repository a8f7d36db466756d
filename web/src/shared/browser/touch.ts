/** True if the primary pointer is a finger: focusing a field then opens the on-screen keyboard. */
export function isTouch(): boolean {
  return matchMedia('(pointer: coarse)').matches;
}
