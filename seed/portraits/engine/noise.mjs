/** Seeded noise: the same seed gives the same grain on every machine. */

/** Number of random values before they repeat. */
const TABLE_SIZE = 4096;

/**
 * FNV-1a over the UTF-16 code units of a text.
 * @param {string} text @returns {number} an unsigned 32-bit seed
 */
export function hashText(text) {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 16777619);
  }
  return hash >>> 0;
}

/** A table of random numbers from 0 to 1 (Marsaglia's xorshift32). A zero state would stay zero, so it becomes 1. */
function randomTable(seed) {
  const table = new Float32Array(TABLE_SIZE);
  let state = seed || 1;
  for (let i = 0; i < TABLE_SIZE; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    table[i] = (state >>> 0) / 4294967295;
  }
  return table;
}

const smoothstep = (t) => t * t * (3 - 2 * t);

/**
 * Value noise over the plane with one lattice point per unit.
 * @param {number} seed
 * @returns {(x: number, y: number) => number} a smooth function with values 0 to 1
 */
export function valueNoise(seed) {
  const table = randomTable(seed);
  const at = (i, j) => table[(((i * 73 + j * 179) % TABLE_SIZE) + TABLE_SIZE) % TABLE_SIZE];
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const sx = smoothstep(x - column);
    const sy = smoothstep(y - row);
    const top = at(column, row) * (1 - sx) + at(column + 1, row) * sx;
    const bottom = at(column, row + 1) * (1 - sx) + at(column + 1, row + 1) * sx;
    return top * (1 - sy) + bottom * sy;
  };
}
