/** Width of the line in units of its view box. */
export const lineWidth = 110;

const margin = 4;
const middleY = 12;
const amplitude = 9;
/** Length of one oscillation of the wave, in units of the view box. */
const wavelength = 8;

/** The x coordinate of the dot. `playedShare` is the share of the sound that was played, from 0 to 1. */
export function xOfPositionDot(playedShare: number): number {
  return margin + playedShare * (lineWidth - 2 * margin);
}

/**
 * SVG path of the played part: a wave as high as the sound is loud there (rule voice-playback). `peaks` has the
 * loudness from 0 to 1.
 */
export function wavePath(playedShare: number, peaks: readonly number[]): string {
  const endX = xOfPositionDot(playedShare);
  const points = [`${margin} ${middleY}`];
  for (let x = margin + 1; x < endX; x += 1) {
    const peakIndex = Math.floor(((x - margin) / (lineWidth - 2 * margin)) * peaks.length);
    const loudness = 0.15 + 0.85 * (peaks[peakIndex] ?? 0.7);
    // The wave ends flat at the dot.
    const fade = Math.min(1, (endX - x) / wavelength);
    const y =
      middleY - amplitude * loudness * fade * Math.sin((2 * Math.PI * (x - margin)) / wavelength);
    points.push(`${x} ${y.toFixed(1)}`);
  }
  points.push(`${endX.toFixed(1)} ${middleY}`);
  return `M${points.join('L')}`;
}

/** Seconds as '0:09'. */
export function formatSeconds(seconds: number): string {
  const wholeSeconds = Math.floor(seconds);
  return `${Math.floor(wholeSeconds / 60)}:${String(wholeSeconds % 60).padStart(2, '0')}`;
}
