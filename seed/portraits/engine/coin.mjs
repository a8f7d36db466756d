/** The coin: a small square picture of the head, in tones without lines. The product shows it round. */
import { COIN } from './cuts.mjs';
import { boardY } from './geometry.mjs';
import { mirrorColumns, printTone } from './print.mjs';
import { FRAME_SPAN, frameY, rasterInk, tonalInk } from './ruling.mjs';

/** Width in pixels of the drawing from which a coin is cut. Its ratio is 4:5, like that of the frame. */
const DRAWING_WIDTH = 480;
const DRAWING_HEIGHT = (DRAWING_WIDTH * 5) / 4;

/** Side of a coin's square in the drawing, in pixels, unless a tall hat enlarges it. */
const USUAL_SIDE = Math.round(DRAWING_WIDTH * 0.86);

/** Margin above a tall hat in an enlarged square, in pixels. */
const HAT_MARGIN = 14;

/**
 * The square of the drawing that a coin shows, in pixels. The square of a flipped
 * head lies further to the right. A hat that is taller than the usual square
 * enlarges the square upwards until the hat fits.
 * @param {{emblem?: string, top: number, flip: boolean}} sitter `top` is the y of the
 *   figure's highest pixel
 * @returns {{left: number, top: number, width: number, height: number}}
 */
export function coinCrop({ emblem, top, flip }) {
  const usualLeft = Math.round(DRAWING_WIDTH * (emblem ? 0.07 : flip ? 0.13 : 0.03));
  const usualTop = Math.round(DRAWING_HEIGHT * (emblem ? 0.13 : 0.09));
  if (emblem || top >= usualTop) return { left: usualLeft, top: usualTop, width: USUAL_SIDE, height: USUAL_SIDE };
  const lifted = Math.max(0, Math.floor(top) - HAT_MARGIN);
  const side = Math.min(DRAWING_WIDTH, USUAL_SIDE + usualTop - lifted);
  const centred = usualLeft - Math.round((side - USUAL_SIDE) / 2);
  return { left: Math.min(DRAWING_WIDTH - side, Math.max(0, centred)), top: lifted, width: side, height: side };
}

/** The y of the figure's highest pixel in the drawing, in pixels. */
function figureTopY(lit, traits) {
  const highest = lit.figure.findIndex((cover) => cover > 0.5);
  return (frameY(traits, boardY(highest)) * DRAWING_HEIGHT) / FRAME_SPAN.spanY;
}

/**
 * Draws a coin.
 * @param {import('./shade.mjs').Lit} lit @param {import('./traits.mjs').Traits} traits
 * @param {import('./portrait.mjs').Press} press @param {boolean} flip
 * @returns {Promise<Buffer>} a WebP file
 */
export function renderCoin(lit, traits, press, flip) {
  const raster = { width: DRAWING_WIDTH, height: DRAWING_HEIGHT, fineness: 1, ...FRAME_SPAN };
  const drawn = rasterInk(raster, tonalInk(lit, traits));
  const cover = flip ? mirrorColumns(drawn, DRAWING_WIDTH) : drawn;
  const crop = coinCrop({ emblem: traits.emblem, top: figureTopY(lit, traits), flip });
  return printTone(cover, { ...press, width: DRAWING_WIDTH, height: DRAWING_HEIGHT, crop, size: COIN.size });
}
