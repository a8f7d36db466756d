/** Number of loudness values of a sound (rule voice-playback). */
const loudnessValueCount = 64;

/** Sample rate (Hz) for measuring. A low rate is enough for loudness, and keeps a long sound small in memory. */
const sampleRate = 8000;

/**
 * The loudness of each part of a sound, from 0 to 1: the root mean square of the part, divided by
 * that of the loudest part.
 */
export function loudnessOf(samples: Float32Array): number[] {
  const samplesPerValue = Math.max(1, Math.floor(samples.length / loudnessValueCount));
  const loudnessValues = Array.from({ length: loudnessValueCount }, (_, valueIndex) => {
    const slice = samples.subarray(
      valueIndex * samplesPerValue,
      (valueIndex + 1) * samplesPerValue,
    );
    const squareSum = slice.reduce((total, value) => total + value * value, 0);
    return slice.length === 0 ? 0 : Math.sqrt(squareSum / slice.length);
  });
  const maxLoudness = Math.max(...loudnessValues);
  return maxLoudness === 0
    ? loudnessValues
    : loudnessValues.map((loudness) => loudness / maxLoudness);
}

/**
 * Decodes a sound and returns the loudness of its parts. The list is empty if the browser cannot decode the
 * sound.
 */
export async function measureLoudness(sound: Blob): Promise<number[]> {
  try {
    const context = new OfflineAudioContext(1, 1, sampleRate);
    const buffer = await context.decodeAudioData(await sound.arrayBuffer());
    return loudnessOf(buffer.getChannelData(0));
  } catch {
    return [];
  }
}
