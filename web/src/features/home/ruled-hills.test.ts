import { describe, expect, it } from 'vitest';
import { groundHeight, groundWidth, ruledHills } from './ruled-hills';

const points = (path: string) =>
  path
    .replace(/H.*/, '')
    .split(/[ML]/)
    .slice(1)
    .map((pair) => pair.split(' ').map(Number));

describe('ruledHills', () => {
  const lines = ruledHills().map(points);

  it('rules every line over the whole width', () => {
    for (const line of lines) {
      expect(line[1]?.[0]).toBe(0);
      expect(line.at(-1)?.[0]).toBe(groundWidth);
    }
  });

  it('stays flat in the middle, where the words stand', () => {
    for (const [index, line] of lines.entries()) {
      const middle = line[Math.floor(line.length / 2)];
      const flat = ((index + 1) * groundHeight) / lines.length;
      expect(middle?.[1]).toBeCloseTo(flat, 0);
    }
  });

  it('rises on both sides', () => {
    const line = lines[16] ?? [];
    const flat = (17 * groundHeight) / lines.length;
    const tops = line.filter(([, y]) => (y ?? flat) < flat - 100).map(([x]) => x ?? 0);
    expect(Math.min(...tops)).toBeLessThan(groundWidth / 4);
    expect(Math.max(...tops)).toBeGreaterThan((groundWidth * 3) / 4);
  });

  it('is the same every time', () => {
    expect(ruledHills()).toEqual(ruledHills());
  });
});
