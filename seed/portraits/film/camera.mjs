/**
 * Draws the frames of a scene as the engine draws a scene, but sculpts once
 * for all frames and can shift the lines.
 */
import { sculpt } from '../engine/figure.mjs';
import { BOARD_WIDTH, onBoard, sampleGrid } from '../engine/geometry.mjs';
import { BEND, lineInk, rasterInk } from '../engine/ruling.mjs';
import { light } from '../engine/shade.mjs';

/** The engine's constants for scenes; a test compares a frame with a scene. */
const FLAT_COVER = 0.86;
const PITCH = 5;
const HALO = 2.4;
const FINENESS = 3;

/** The effect of one head on a point: it covers the point, keeps it clear, or neither. */
function meet({ x: left, y: top, scale, flip, lit }, x, y, pitch) {
  const across = (x - left) / scale;
  const bx = flip ? BOARD_WIDTH - across : across;
  const by = (y - top) / scale;
  if (!onBoard(bx, by)) return null;
  if (sampleGrid(lit.figure, bx, by) > 0.5) {
    const bent = y - sampleGrid(lit.height, bx, by) * BEND * scale;
    const tone = sampleGrid(lit.tone, bx, by);
    return { phase: bent / pitch, cover: FLAT_COVER + (tone - FLAT_COVER) * lit.rise };
  }
  return sampleGrid(lit.gap, bx, by) < HALO * lit.rise ? { phase: 0, cover: Infinity } : null;
}

/** The function that rules one frame: sheet coordinates in, ink out. */
function frameInk(front, pitch, drift) {
  return (x, y) => {
    for (const actor of front) {
      const touched = meet(actor, x, y, pitch);
      if (touched) return lineInk(touched.phase + drift, touched.cover);
    }
    return lineInk(y / pitch + drift, FLAT_COVER);
  };
}

/**
 * Sets up a scene for drawing.
 * @param {import('../engine/scene.mjs').Actor[]} actors later ones stand in front
 * @param {import('../engine/scene.mjs').Sheet} sheet its `rise` is ignored
 * @param {{width: number, height: number}} size of a frame in pixels
 * @returns {Promise<(moment: import('./moments.mjs').Moment) => Float32Array>} ink per pixel, 0 to 1
 */
export async function openCamera(actors, { width: spanX, height: spanY, pitch = PITCH }, { width, height }) {
  const sculpted = await Promise.all(actors.map(async (actor) => ({ ...actor, ...(await sculpt(actor.id, actor.row)) })));
  const front = sculpted.reverse();
  const raster = { width, height, fineness: FINENESS, spanX, spanY };
  return ({ rise, drift }) => {
    const lit = front.map((actor) => ({ ...actor, lit: light(actor.relief, rise) }));
    return rasterInk(raster, frameInk(lit, pitch, drift));
  };
}
