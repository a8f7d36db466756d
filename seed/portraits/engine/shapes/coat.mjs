/**
 * Clothes by the value of the trait `coat`, drawn after the head and before the hair.
 * Their paths fit a shorter neck than the head's, so COAT_TRANSFORM stretches them.
 * @typedef {import('./hair.mjs').Piece} Piece
 */
import { DRESS_COATS } from './coat-dress.mjs';
import { WORLD_COATS } from './coat-world.mjs';
import { NECKLACE, ON_SKIN } from './lift.mjs';
import { ROBES } from './coat-loose.mjs';

/** SVG transform that fits every coat to the bust. */
export const COAT_TRANSFORM = 'translate(0,-72.5) scale(1,1.145)';

/** Coats that leave the shoulders bare. The mask of the head then includes the shoulders. */
export const BARE_SHOULDERS = ['bare', 'tank', 'evening', 'stola', 'sari'];

/** @type {Record<string, Piece[]>} */
export const COATS = {
  bare: [],
  coat: [
    {
      path: 'M214,352 C230,352 250,366 256,392 C270,420 268,460 250,500 L190,500 C190,440 196,390 214,352Z',
      texture: 'ruffle',
      ink: 0,
    },
    {
      path: 'M96,352 C104,340 120,350 128,364 C160,396 190,410 206,440 L214,500 L0,500 C10,440 50,410 90,392Z',
      texture: 'plain',
      ink: 0.5,
    },
    {
      path: 'M236,420 C280,420 330,450 352,500 L224,500Z',
      texture: 'plain',
      ink: 0.5,
    },
  ],
  suit: [
    {
      path: 'M118,366 C150,392 196,392 222,372 L250,420 L236,500 L150,500Z',
      texture: 'plain',
      ink: -0.02,
    },
    {
      path: 'M224,386 L242,398 L250,430 L246,500 L222,500 L226,430Z',
      texture: 'plain',
      ink: 0.5,
    },
    {
      path: 'M104,368 C120,400 170,440 216,500 L0,500 C8,440 56,404 104,368Z',
      texture: 'plain',
      ink: 0.42,
    },
    {
      path: 'M240,392 C290,404 340,440 356,500 L246,500 C256,460 256,430 240,392Z',
      texture: 'plain',
      ink: 0.42,
    },
  ],
  gown: [
    {
      path: 'M60,440 C100,450 190,460 262,432 C310,440 346,466 354,500 L0,500 C10,470 32,446 60,440Z',
      texture: 'drape',
      ink: 0.3,
    },
    {
      path: 'M108,384 C140,410 196,414 226,396 L230,406 C196,426 138,424 104,396Z',
      texture: 'beads',
      ink: 0.2,
      onSkin: true,
    },
  ],
  jersey: [
    {
      path: 'M104,380 C50,400 8,436 0,500 L356,500 C348,450 300,416 232,396 C206,420 140,416 104,380Z',
      texture: 'stripe',
      ink: 0.1,
    },
    {
      path: 'M100,372 C136,404 200,410 232,388 L240,402 C204,428 132,422 94,388Z',
      texture: 'plain',
      ink: 0.5,
    },
  ],
  uniform: [
    {
      path: 'M104,372 C50,392 8,436 0,500 L356,500 C348,450 300,412 232,392Z',
      texture: 'plain',
      ink: 0.5,
    },
    {
      path: 'M206,420 C236,410 262,440 272,500 L198,500 C204,474 206,446 206,420Z',
      texture: 'ruffle',
      ink: 0,
    },
    {
      path: 'M100,348 C94,364 94,386 104,400 C150,422 212,418 242,400 C248,384 240,364 230,356 C190,380 136,374 100,348Z',
      texture: 'plain',
      ink: 0.42,
    },
    {
      path: 'M100,344 C136,372 190,378 231,352 L236,362 C192,390 134,384 97,356Z',
      texture: 'beads',
      ink: 0,
    },
    {
      path: 'M24,452 C30,428 66,406 110,414 C118,426 110,444 92,450 L92,478 C70,486 44,490 20,484Z',
      texture: 'fall',
      ink: -0.02,
    },
  ],
  dress: [
    {
      path: 'M100,384 C64,400 18,436 4,500 L348,500 C340,456 296,420 234,398Z',
      texture: 'drape',
      ink: 0.42,
    },
    {
      path: 'M104,384 C140,412 196,416 228,396 C244,406 252,422 248,434 C200,458 130,454 80,422 C80,406 92,392 104,384Z',
      texture: 'plain',
      ink: -0.02,
    },
    {
      path: 'M104,362 C140,384 184,386 216,370 L218,384 C186,400 138,398 103,378Z',
      texture: 'plain',
      ink: 0.6,
      onSkin: true,
    },
  ],
  fichu: [
    {
      path: 'M100,392 C56,408 16,440 4,500 L350,500 C342,458 300,424 236,404Z',
      texture: 'drape',
      ink: 0.2,
    },
    {
      path: 'M104,372 C76,388 42,410 26,440 C70,446 150,480 196,500 L262,500 C266,462 254,424 232,392 C226,424 216,446 204,458 C166,442 128,414 104,372Z',
      texture: 'drape',
      ink: -0.02,
    },
  ],
  shawl: [
    {
      path: 'M106,380 C60,400 16,436 4,500 L350,500 C342,450 300,416 232,396Z',
      texture: 'plain',
      ink: 0.4,
    },
    {
      path: 'M96,360 C44,384 8,436 4,500 L170,500 C186,470 176,440 150,424 C124,408 108,384 96,360Z',
      texture: 'check',
      ink: 0.16,
    },
    {
      path: 'M236,396 C250,430 236,470 206,500 L360,500 C352,450 306,410 236,396Z',
      texture: 'check',
      ink: 0.16,
    },
  ],
  rebozo: [
    {
      path: 'M104,384 C56,400 14,440 2,500 L354,500 C346,452 300,416 232,396Z',
      texture: 'petal',
      ink: 0.1,
      centre: [190, 360],
    },
    {
      path: 'M92,396 C44,408 10,448 4,500 L196,500 C150,474 112,440 92,404Z',
      texture: 'stripe',
      ink: 0.34,
    },
    {
      path: 'M98,378 C136,412 194,418 230,394 L236,412 C196,438 128,432 90,396Z',
      texture: 'beads',
      ink: 0.02,
    },
    {
      path: 'M92,398 C132,436 200,440 240,412 L246,430 C200,462 122,454 82,414Z',
      texture: 'beads',
      ink: 0.3,
    },
  ],
  tank: [
    {
      path: 'M78,426 C98,450 88,478 76,500 L304,500 C292,476 280,458 268,434 L246,420 C246,456 220,480 184,480 C144,480 114,456 108,412Z',
      texture: 'plain',
      ink: 0.5,
      lift: ON_SKIN,
    },
  ],
  cape: [
    {
      path: 'M96,372 C46,390 10,436 4,500 L362,500 C354,446 300,408 232,390 C206,420 140,410 96,372Z',
      texture: 'check',
      ink: 0.26,
    },
    {
      path: 'M112,372 C146,392 196,392 222,374 L236,420 L224,500 L176,470Z',
      texture: 'plain',
      ink: -0.02,
    },
    {
      path: 'M94,346 C80,368 88,396 110,412 C150,442 186,470 198,500 C214,480 216,462 206,446 C166,420 132,384 112,352Z',
      texture: 'check',
      ink: 0.4,
    },
    {
      path: 'M222,372 C240,384 250,404 244,430 L222,500 L214,476 C224,440 226,404 222,372Z',
      texture: 'check',
      ink: 0.4,
    },
  ],
  evening: [
    {
      path: 'M40,452 C96,446 148,476 190,474 C230,476 280,440 318,446 C338,464 346,482 350,500 L4,500 C8,484 20,466 40,452Z',
      texture: 'drape',
      ink: 0.34,
      lift: ON_SKIN,
    },
    {
      path: 'M112,374 C142,396 184,398 214,384 L218,394 C188,410 138,408 110,386Z',
      texture: 'beads',
      ink: -0.06,
      lift: NECKLACE,
      onSkin: true,
    },
    {
      path: 'M106,392 C136,424 196,430 232,406 L238,416 C198,444 128,438 98,400Z',
      texture: 'beads',
      ink: -0.06,
      lift: NECKLACE,
      onSkin: true,
    },
  ],
  ...ROBES,
  ...WORLD_COATS,
  ...DRESS_COATS,
};
