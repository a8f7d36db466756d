interface RowBox {
  top: number;
  height: number;
}

/**
 * The new index of the row at `from` if it is dropped at `y`. It goes before the first other row whose middle
 * is below `y`, or to the end if there is no such row.
 */
export function dropIndex(rows: readonly RowBox[], y: number, from: number): number {
  const others = rows.filter((_, index) => index !== from);
  const below = others.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? others.length : below;
}
