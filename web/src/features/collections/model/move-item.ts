/** The list with the element at `from` moved to `to`. */
export function withItemMoved<T>(list: readonly T[], from: number, to: number): T[] {
  const movedList = [...list];
  const [one] = movedList.splice(from, 1);
  if (one !== undefined) movedList.splice(to, 0, one);
  return movedList;
}
