/**
 * The banner's ground: ruled lines that rise into two hills facing each other, one for each who
 * speaks. Pure geometry, so that the picture costs no request.
 */
export const groundWidth = 1440;
export const groundHeight = 700;

const lines = 26;
const pitch = groundHeight / lines;
const steps = 72;
/** How far outside the picture a line's outline is closed. */
const margin = 20;

interface Hill {
  /** Centre and half width as parts of the width; the line (as a part of the height) that rises most. */
  at: number;
  half: number;
  crest: number;
  rise: number;
}

const hills: readonly Hill[] = [
  { at: 0.1, half: 0.09, crest: 0.62, rise: 210 },
  { at: 0.9, half: 0.1, crest: 0.66, rise: 230 },
];

/** A bell: 1 at the middle, near 0 two half widths away. */
function bell(distance: number, half: number): number {
  return Math.exp(-((distance / half) ** 2));
}

function heightAt(x: number, y: number): number {
  let height = 0;
  for (const hill of hills) {
    height += hill.rise * bell(x - hill.at, hill.half) * bell(y - hill.crest, 0.3);
  }
  return height;
}

function ruledLine(index: number): string {
  const y = (index + 1) * pitch;
  let path = `M${-margin} ${y.toFixed(1)}`;
  for (let step = 0; step <= steps; step += 1) {
    const x = step / steps;
    const lifted = y - heightAt(x, y / groundHeight);
    path += `L${Math.round(x * groundWidth)} ${lifted.toFixed(1)}`;
  }
  // Closed outside the picture, so that the fill covers what lies below and no edge is drawn.
  return `${path}H${groundWidth + margin}V${groundHeight + margin}H${-margin}Z`;
}

/** One outline per line, top to bottom, to be filled with the ground: nearer hills hide farther ones. */
export function ruledHills(): string[] {
  return Array.from({ length: lines }, (_, index) => ruledLine(index));
}
