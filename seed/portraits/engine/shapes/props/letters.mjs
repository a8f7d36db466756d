/**
 * Props of writers and painters.
 * @typedef {import('../hair.mjs').Piece} Piece
 */
import { GROOVE, SEAM } from '../lift.mjs';
import { dotsPath, ovalPath, stripPath } from '../outline.mjs';

/** @type {Record<string, Piece[]>} */
export const LETTERS = {
  quill: [
    {
      path: 'M290,384 C286,350 300,322 308,300 L304,296 C312,262 326,218 352,176 C358,166 366,160 372,158 C384,190 386,226 380,252 L370,258 L378,262 C370,302 348,340 322,362 L314,360 L314,368 C306,376 298,382 290,384Z',
      texture: 'leaf',
      ink: -0.05,
      lift: { base: 62, radius: 14, swell: 9 },
    },
    { path: stripPath([[371, 160], [350, 244], [310, 342], [262, 440]], 4, 7), texture: 'plain', ink: 0.4, lift: SEAM },
    { path: stripPath([[270, 424], [254, 456]], 8, 2), texture: 'plain', ink: 0.55 },
  ],
  book: [
    {
      path: 'M298,276 L378,260 C387,261 392,266 393,273 L398,380 L318,400 C310,400 305,395 304,388Z',
      texture: 'plain',
      ink: 0.06,
    },
    { path: stripPath([[389, 270], [394, 376], [320, 396]], 3), texture: 'plain', ink: 0.4, lift: GROOVE },
    { path: 'M298,276 L376,260 L384,370 L306,390Z', texture: 'plain', ink: 0.36, lift: { base: 66, radius: 7, swell: 8 } },
    { path: stripPath([[304, 278], [312, 385]], 9), texture: 'beads', ink: 0.56, lift: SEAM },
    {
      path:
        stripPath([[320, 286], [367, 277]], 4) +
        stripPath([[366, 277], [372, 358]], 4) +
        stripPath([[373, 357], [328, 368]], 4) +
        stripPath([[328, 368], [320, 286]], 4),
      texture: 'plain',
      ink: 0,
      lift: SEAM,
    },
    { path: ovalPath(347, 322, 12, 16), texture: 'petal', ink: -0.02, centre: [347, 322], lift: SEAM },
  ],
  brush: [
    {
      path: 'M222,398 C232,362 300,346 348,362 C390,376 392,420 358,442 C330,458 318,440 304,446 C292,454 290,470 270,470 C240,468 214,434 222,398Z',
      texture: 'plain',
      ink: 0.16,
    },
    { path: ovalPath(258, 396, 13, 9) + ovalPath(302, 378, 13, 9), texture: 'plain', ink: 0.56, lift: SEAM },
    { path: ovalPath(346, 392, 13, 10), texture: 'plain', ink: -0.04, lift: SEAM },
    { path: ovalPath(344, 424, 10, 8), texture: 'plain', ink: 0.5, lift: GROOVE },
    { path: stripPath([[282, 456], [312, 356], [338, 262]], 7, 10), texture: 'plain', ink: 0.02, lift: { base: 74, radius: 5, swell: 7 } },
    { path: stripPath([[332, 284], [342, 246]], 14, 18), texture: 'bands', ink: -0.04, lift: { base: 76, radius: 6, swell: 7 } },
    {
      path: 'M332,250 C328,226 338,196 360,170 C370,194 372,230 354,254Z',
      texture: 'fall',
      ink: 0.46,
      lift: { base: 76, radius: 10, swell: 10 },
    },
  ],
  inkbrush: [
    { path: stripPath([[276, 440], [318, 338], [340, 282]], 10, 12), texture: 'plain', ink: 0.04, lift: { base: 66, radius: 6, swell: 9 } },
    { path: stripPath([[332, 302], [344, 270]], 17), texture: 'bands', ink: 0.4, lift: { base: 70, radius: 7, swell: 9 } },
    { path: 'M330,276 C326,250 338,214 366,186 C374,214 374,254 354,282Z', texture: 'fall', ink: 0.5, lift: { base: 70, radius: 11, swell: 12 } },
  ],
  scroll: [
    {
      path: 'M314,280 C321,308 314,348 321,388 L379,376 C372,336 379,300 372,268Z',
      texture: 'plain',
      ink: -0.04,
    },
    {
      path:
        stripPath([[324, 304], [363, 296]], 5) +
        stripPath([[323, 321], [363, 313]], 5) +
        stripPath([[323, 338], [362, 330]], 5) +
        stripPath([[325, 355], [349, 350]], 5),
      texture: 'plain',
      ink: 0.55,
      lift: GROOVE,
    },
    { path: stripPath([[306, 280], [343, 270], [380, 264]], 24), texture: 'plain', ink: 0.02, lift: { base: 70, radius: 12, swell: 12 } },
    { path: stripPath([[312, 392], [349, 384], [386, 376]], 24), texture: 'plain', ink: 0.02, lift: { base: 70, radius: 12, swell: 12 } },
    { path: dotsPath([[303, 281], [385, 263], [308, 393], [390, 375]], 9), texture: 'plain', ink: 0.5, lift: { base: 76, radius: 8, swell: 7 } },
  ],
};
