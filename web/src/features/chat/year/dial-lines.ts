/** Size of the drawing in units of its view box. */
export const dialWidth = 280;
export const dialHeight = 108;

const rowCount = 5;
const rowPitch = 14;
const crestHeight = 46;
const crestSpread = 34;

/** Width (px) of the thumb of the range input. The centre of the thumb stays half this width inside both ends. */
const thumbWidth = 16;

/**
 * The x coordinate of mark `index` of `count`: the centre of the range input's thumb at this value.
 */
export function dialX(index: number, count: number): number {
  const share = count > 1 ? index / (count - 1) : 0.5;
  return thumbWidth / 2 + share * (dialWidth - thumbWidth);
}

/** SVG paths of ruled lines that have a crest at x, the highest line first. */
export function dialPaths(x: number): string[] {
  return Array.from({ length: rowCount }, (_, row) => {
    const flatY = dialHeight - 1 - (rowCount - 1 - row) * rowPitch;
    const crest = crestHeight * (1 - row / rowCount);
    const points: string[] = [];
    for (let at = 0; at <= dialWidth; at += 4) {
      const distanceInSpreads = (at - x) / crestSpread;
      points.push(
        `${at} ${(flatY - crest * Math.exp(-distanceInSpreads * distanceInSpreads)).toFixed(1)}`,
      );
    }
    return `M${points.join('L')}`;
  });
}
