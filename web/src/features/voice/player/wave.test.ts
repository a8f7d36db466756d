import { expect, it } from 'vitest';
import { loudnessOf } from './loudness';
import { formatSeconds, lineWidth, wavePath, xOfPositionDot } from './wave';

// rule voice-playback
it('draws the played part as high as the sound is loud', () => {
  const heights = (peaks: number[]) =>
    [...wavePath(1, peaks).matchAll(/ (-?[\d.]+)/g)].map(([, y]) => Math.abs(Number(y) - 12));
  expect(Math.max(...heights([0, 0]))).toBeLessThan(2);
  expect(Math.max(...heights([1, 1]))).toBeGreaterThan(8);
  expect(wavePath(0, [1])).toBe('M4 12L4.0 12');
  expect(xOfPositionDot(1)).toBe(lineWidth - 4);
});

it('measures loudness against the loudest part', () => {
  const samples = new Float32Array(6400).map((_, at) => (at < 3200 ? 0.25 : 0.5));
  const peaks = loudnessOf(samples);
  expect(peaks).toHaveLength(64);
  expect(peaks[0]).toBeCloseTo(0.5);
  expect(peaks[63]).toBeCloseTo(1);
  expect(loudnessOf(new Float32Array(100)).every((peak) => peak === 0)).toBe(true);
});

it('writes times', () => {
  expect([0, 9.9, 61].map(formatSeconds)).toEqual(['0:00', '0:09', '1:01']);
});
