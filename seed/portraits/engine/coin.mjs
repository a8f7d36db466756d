/** The coin: a square of tone around the head, shown round and small. */
import { COIN } from './cuts.mjs';
import { boardY } from './geometry.mjs';
import { mirror, printTone } from './print.mjs';
import { FRAME, frameY, rasterInk, tonalInk } from './ruling.mjs';

/** Size of the drawing that a coin is cut from, in pixels: the frame is 4:5. */
const WIDTH = 480;
const HEIGHT = (WIDTH * 5) / 4;

/** Side of a coin's square in pixels. */
const SIDE = Math.round(WIDTH * 0.86);

/** Margin above a hat that the usual square would cut, in pixels. */
const HAT_ROOM = 14;

/**
 * The square of the drawing that a coin shows, in pixels. A flipped head lies
 * further to the right. A hat above the usual square enlarges it upwards until
 * the hat fits.
 * @param {{emblem?: string, top: number, flip: boolean}} sitter `top` is the y of the
 *   figure's highest pixel
 * @returns {{left: number, top: number, width: number, height: number}}
 */
export function coinCrop({ emblem, top, flip }) {
  const usualLeft = Math.round(WIDTH * (emblem ? 0.07 : flip ? 0.13 : 0.03));
  const usualTop = Math.round(HEIGHT * (emblem ? 0.13 : 0.09));
  if (emblem || top >= usualTop) return { left: usualLeft, top: usualTop, width: SIDE, height: SIDE };
  const lifted = Math.max(0, Math.floor(top) - HAT_ROOM);
  const side = Math.min(WIDTH, SIDE + usualTop - lifted);
  const centred = usualLeft - Math.round((side - SIDE) / 2);
  return { left: Math.min(WIDTH - side, Math.max(0, centred)), top: lifted, width: side, height: side };
}

/** The y of the figure's highest pixel in the drawing. */
function figureTop(lit, traits) {
  const highest = lit.figure.findIndex((cover) => cover > 0.5);
  return (frameY(traits, boardY(highest)) * HEIGHT) / FRAME.spanY;
}

/**
 * @param {import('./shade.mjs').Lit} lit @param {import('./traits.mjs').Traits} traits
 * @param {import('./portrait.mjs').Press} press @param {boolean} flip
 * @returns {Promise<Buffer>} a WebP file
 */
export function strikeCoin(lit, traits, press, flip) {
  const drawn = rasterInk({ width: WIDTH, height: HEIGHT, fineness: 1, ...FRAME }, tonalInk(lit, traits));
  const cover = flip ? mirror(drawn, WIDTH) : drawn;
  const crop = coinCrop({ emblem: traits.emblem, top: figureTop(lit, traits), flip });
  return printTone(cover, { ...press, width: WIDTH, height: HEIGHT, crop, size: COIN.size });
}
