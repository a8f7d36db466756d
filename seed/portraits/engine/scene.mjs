/** Scenes: one or more heads on one sheet of ruled lines. */
import { sculptFigure } from './figure.mjs';
import { BOARD_WIDTH, onBoard, sampleGrid } from './geometry.mjs';
import { printLines } from './print.mjs';
import { BEND, lineInk, rasterInk } from './ruling.mjs';
import { lightRelief } from './shade.mjs';

/**
 * A head in a scene. The point 0, 0 of its board lies at `x`, `y` of the sheet, in
 * sheet units. `scale` is sheet units per board unit. A flipped head looks left.
 * @typedef {{id: string, row: Record<string, unknown>, x: number, y: number, scale: number, flip?: boolean}} Actor
 */

/**
 * The sheet: width and height in sheet units, width in pixels (`pixels`), colours,
 * budget in bytes, and optionally the distance between its lines in sheet units
 * (`pitch`), its ground and the rise of the heads (0 to 1).
 * @typedef {{width: number, height: number, pixels: number, ink: string, tint: string, budget: number,
 *   pitch?: number, ground?: import('./ground.mjs').Ground, rise?: number}} Sheet
 */

/** Share of the pitch that the flat lines of a scene fill. */
const FLAT_COVER = 0.86;

/** Distance between a scene's lines unless the sheet says otherwise, in sheet units. */
const DEFAULT_PITCH = 5;

/** Width of the gap around a head, in board units. The gap is solid ink, without lines. */
const GAP_WIDTH = 2.4;

/** Returns a copy of an actor with its lit relief. */
async function sculptActor(actor, rise) {
  const { relief } = await sculptFigure(actor.id, actor.row);
  return { ...actor, lit: lightRelief(relief, rise) };
}

/**
 * Returns phase and cover (see lineInk) of the line of a head at a point of the sheet. Returns null
 * outside the head and the gap around the head. In the gap the cover is infinite, which gives solid
 * ink.
 */
function lineAtActor(actor, x, y, { pitch, rise }) {
  const left = (x - actor.x) / actor.scale;
  const bx = actor.flip ? BOARD_WIDTH - left : left;
  const by = (y - actor.y) / actor.scale;
  if (!onBoard(bx, by)) return null;
  if (sampleGrid(actor.lit.figure, bx, by) > 0.5) {
    const bent = y - sampleGrid(actor.lit.height, bx, by) * BEND * actor.scale;
    const tone = sampleGrid(actor.lit.tone, bx, by);
    return { phase: bent / pitch, cover: FLAT_COVER + (tone - FLAT_COVER) * rise };
  }
  return sampleGrid(actor.lit.gap, bx, by) < GAP_WIDTH * rise ? { phase: 0, cover: Infinity } : null;
}

/**
 * Draws a scene. Later actors stand in front of earlier ones.
 * @param {Actor[]} actors @param {Sheet} sheet
 * @returns {Promise<Buffer>} a WebP file
 * @throws {RangeError} when the traits in the `row` of an actor are not valid, or when the file
 * would be larger than the bytes in `sheet.budget`
 */
export async function engraveScene(actors, sheet) {
  const { width, height, pixels, pitch = DEFAULT_PITCH, ground = (_x, y) => y / pitch, rise = 1 } = sheet;
  const staged = await Promise.all(actors.map((actor) => sculptActor(actor, rise)));
  const front = staged.reverse();
  const inkAt = (x, y) => {
    for (const actor of front) {
      const touched = lineAtActor(actor, x, y, { pitch, rise });
      if (touched) return lineInk(touched.phase, touched.cover);
    }
    return lineInk(ground(x, y), FLAT_COVER);
  };
  const rows = Math.round((pixels * height) / width);
  const cover = rasterInk({ width: pixels, height: rows, fineness: 3, spanX: width, spanY: height }, inkAt);
  return printLines(cover, { ...sheet, width: pixels, height: rows });
}
