/**
 * Draws the frames of a film. A frame looks like the engine's scene, but the heads
 * are sculpted once for all frames, and the lines can drift.
 */
import { sculptFigure } from '../engine/figure.mjs';
import { BOARD_WIDTH, onBoard, sampleGrid } from '../engine/geometry.mjs';
import { BEND, lineInk, rasterInk } from '../engine/ruling.mjs';
import { lightRelief } from '../engine/shade.mjs';

/**
 * The constants below have the values that engine/scene.mjs uses. SAMPLES_PER_SIDE is called
 * `fineness` there. A test checks that a frame has the pixels that engraveScene draws.
 */
const FLAT_COVER = 0.86;
const DEFAULT_PITCH = 5;
const GAP_WIDTH = 2.4;
const SAMPLES_PER_SIDE = 3;

/** Does what `lineAtActor` in engine/scene.mjs does. */
function lineAtActor({ x: left, y: top, scale, flip, lit }, x, y, pitch) {
  const across = (x - left) / scale;
  const bx = flip ? BOARD_WIDTH - across : across;
  const by = (y - top) / scale;
  if (!onBoard(bx, by)) return null;
  if (sampleGrid(lit.figure, bx, by) > 0.5) {
    const bent = y - sampleGrid(lit.height, bx, by) * BEND * scale;
    const tone = sampleGrid(lit.tone, bx, by);
    return { phase: bent / pitch, cover: FLAT_COVER + (tone - FLAT_COVER) * lit.rise };
  }
  return sampleGrid(lit.gap, bx, by) < GAP_WIDTH * lit.rise ? { phase: 0, cover: Infinity } : null;
}

/**
 * Returns the function that draws one frame. The function takes sheet coordinates and returns the
 * ink there, from 0 to 1.
 */
function frameInk(front, pitch, drift) {
  return (x, y) => {
    for (const actor of front) {
      const touched = lineAtActor(actor, x, y, pitch);
      if (touched) return lineInk(touched.phase + drift, touched.cover);
    }
    return lineInk(y / pitch + drift, FLAT_COVER);
  };
}

/**
 * Sculpts the heads of a scene and returns the function that draws its frame at a moment.
 * @param {import('../engine/scene.mjs').Actor[]} actors later ones stand in front
 * @param {import('../engine/scene.mjs').Sheet} sheet its `rise` is ignored
 * @param {{width: number, height: number}} size of a frame in pixels
 * @returns {Promise<(moment: import('./moments.mjs').Moment) => Float32Array>} ink per pixel, 0 to 1
 */
export async function newFrameRenderer(actors, { width: spanX, height: spanY, pitch = DEFAULT_PITCH }, { width, height }) {
  const sculpted = await Promise.all(
    actors.map(async (actor) => ({ ...actor, ...(await sculptFigure(actor.id, actor.row)) })),
  );
  const front = sculpted.reverse();
  const raster = { width, height, fineness: SAMPLES_PER_SIDE, spanX, spanY };
  return ({ rise, drift }) => {
    const lit = front.map((actor) => ({ ...actor, lit: lightRelief(actor.relief, rise) }));
    return rasterInk(raster, frameInk(lit, pitch, drift));
  };
}
