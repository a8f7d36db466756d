interface RowBox {
  top: number;
  height: number;
}

/**
 * The index that the row at `from` gets if it is dropped at `y`: before the first other row whose middle is
 * below the pointer, else at the end.
 */
export function dropIndex(rows: readonly RowBox[], y: number, from: number): number {
  const others = rows.filter((_, index) => index !== from);
  const below = others.findIndex(({ top, height }) => y < top + height / 2);
  return below < 0 ? others.length : below;
}
