/** Scenes: one or more heads on one sheet of ruled lines. */
import { sculpt } from './figure.mjs';
import { BOARD_WIDTH, onBoard, sampleGrid } from './geometry.mjs';
import { printLines } from './print.mjs';
import { BEND, lineInk, rasterInk } from './ruling.mjs';
import { light } from './shade.mjs';

/**
 * A head in a scene. The corner of its board lies at `x`, `y` of the sheet, in
 * sheet units, and it is drawn `scale` times its size. A flipped head looks
 * left.
 * @typedef {{id: string, row: Record<string, unknown>, x: number, y: number, scale: number, flip?: boolean}} Actor
 */

/**
 * The sheet: size in sheet units, width in pixels, colours, budget in bytes,
 * and optionally the distance between its lines, its ground and the rise of
 * the heads (0 to 1).
 * @typedef {{width: number, height: number, pixels: number, ink: string, tint: string, budget: number,
 *   pitch?: number, ground?: import('./ground.mjs').Ground, rise?: number}} Sheet
 */

/** Share of the pitch that the flat lines of a scene fill. */
const FLAT_COVER = 0.86;

/** Distance between a scene's lines unless the sheet says otherwise, in sheet units. */
const PITCH = 5;

/** The clear line around a head, in its own units. */
const HALO = 2.4;

async function stage(actor, rise) {
  const { relief } = await sculpt(actor.id, actor.row);
  return { ...actor, lit: light(relief, rise) };
}

/** The effect of one head on a point: it covers the point, keeps it clear, or neither. */
function meet(actor, x, y, { pitch, rise }) {
  const left = (x - actor.x) / actor.scale;
  const bx = actor.flip ? BOARD_WIDTH - left : left;
  const by = (y - actor.y) / actor.scale;
  if (!onBoard(bx, by)) return null;
  if (sampleGrid(actor.lit.figure, bx, by) > 0.5) {
    const bent = y - sampleGrid(actor.lit.height, bx, by) * BEND * actor.scale;
    const tone = sampleGrid(actor.lit.tone, bx, by);
    return { phase: bent / pitch, cover: FLAT_COVER + (tone - FLAT_COVER) * rise };
  }
  return sampleGrid(actor.lit.gap, bx, by) < HALO * rise ? { phase: 0, cover: Infinity } : null;
}

/**
 * Rules a scene. Later actors stand in front of earlier ones.
 * @param {Actor[]} actors @param {Sheet} sheet
 * @returns {Promise<Buffer>} a WebP file
 * @throws {RangeError} when a row is not valid or the scene does not fit its budget
 */
export async function engraveScene(actors, sheet) {
  const { width, height, pixels, pitch = PITCH, ground = (_x, y) => y / pitch, rise = 1 } = sheet;
  const staged = await Promise.all(actors.map((actor) => stage(actor, rise)));
  const front = staged.reverse();
  const inkAt = (x, y) => {
    for (const actor of front) {
      const touched = meet(actor, x, y, { pitch, rise });
      if (touched) return lineInk(touched.phase, touched.cover);
    }
    return lineInk(ground(x, y), FLAT_COVER);
  };
  const rows = Math.round((pixels * height) / width);
  const cover = rasterInk({ width: pixels, height: rows, fineness: 3, spanX: width, spanY: height }, inkAt);
  return printLines(cover, { ...sheet, width: pixels, height: rows });
}
