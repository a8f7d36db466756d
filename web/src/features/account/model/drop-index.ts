interface RowBox {
  top: number;
  height: number;
}

/**
 * The new index of the row at `from` if it is dropped at `y`. The row goes before the first other row with a
 * middle below `y`. Without such a row, it goes to the end (rule collections-move).
 */
export function dropIndex(rows: readonly RowBox[], y: number, from: number): number {
  const otherRows = rows.filter((_, index) => index !== from);
  const indexBelow = otherRows.findIndex(({ top, height }) => y < top + height / 2);
  return indexBelow < 0 ? otherRows.length : indexBelow;
}
