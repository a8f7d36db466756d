/** Number of values of a sound. */
const count = 64;

/** A low rate is enough to measure loudness, and keeps a long sound small in memory. */
const sampleRate = 8000;

/** The loudness of each part of a sound, from 0 to 1: its root mean square against the loudest. */
export function loudnessOf(samples: Float32Array): number[] {
  const size = Math.max(1, Math.floor(samples.length / count));
  const parts = Array.from({ length: count }, (_, part) => {
    const slice = samples.subarray(part * size, (part + 1) * size);
    const sum = slice.reduce((total, value) => total + value * value, 0);
    return slice.length === 0 ? 0 : Math.sqrt(sum / slice.length);
  });
  const loudest = Math.max(...parts);
  return loudest === 0 ? parts : parts.map((part) => part / loudest);
}

/** Decodes a sound once and measures it. Empty if the browser cannot decode it. */
export async function measureLoudness(sound: Blob): Promise<number[]> {
  try {
    const context = new OfflineAudioContext(1, 1, sampleRate);
    const buffer = await context.decodeAudioData(await sound.arrayBuffer());
    return loudnessOf(buffer.getChannelData(0));
  } catch {
    return [];
  }
}
