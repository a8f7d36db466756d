interface RowBox {
  top: number;
  height: number;
}

/**
 * The new index of the row at `from` if it is dropped at `y`. The row goes before the first other row with a
 * middle below `y`. Without such a row, it goes to the end.
 */
export function dropIndex(rows: readonly RowBox[], y: number, from: number): number {
  const others = rows.filter((_, index) => index !== from);
  const below = others.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? others.length : below;
}
