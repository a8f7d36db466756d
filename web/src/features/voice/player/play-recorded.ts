import { isRecord } from '#/shared/lib/is-record';
import type { Reading } from '../speaking/playback';
import { measureLoudness } from './loudness';
import { showInMediaControls } from './media-session';
import { PlaybackError } from './playback-failure';
import { usePlayingSound } from './track';

/** True if the sound is cut off or has an unknown format (MediaError 3 and 4). */
function isCorrupted({ error }: HTMLAudioElement): boolean {
  return error?.code === 3 || error?.code === 4;
}

/** A sound that the browser has begun to load. */
export interface PreparedSound {
  blob: Blob;
  audio: HTMLAudioElement;
  address: string;
}

/** Loads a sound, so that it begins without a pause. `playRecordedSound` frees its memory. */
export function prepareSound(blob: Blob): PreparedSound {
  const address = URL.createObjectURL(blob);
  const audio = new Audio(address);
  audio.preload = 'auto';
  return { blob, audio, address };
}

/** Plays a sound to its end or until the reading ends. Throws PlaybackError. */
export async function playRecordedSound(
  { blob, audio, address }: PreparedSound,
  name: string,
  reading: Reading,
): Promise<void> {
  const { signal } = reading;
  audio.playbackRate = usePlayingSound.getState().speed;
  usePlayingSound.setState({ audio, peaks: [] });
  const playbackEnd = new Promise<void>((resolve, reject) => {
    signal.addEventListener('abort', () => resolve());
    audio.onended = () => resolve();
    audio.onerror = () => reject(new PlaybackError(isCorrupted(audio)));
  });
  const play = () =>
    audio.play().catch((error: unknown) => {
      if (signal.aborted) return;
      const name = isRecord(error) ? error['name'] : '';
      // If the user pauses before the sound has started, `play` rejects with AbortError. That is no
      // failure.
      if (name !== 'AbortError') throw new PlaybackError(name === 'NotSupportedError');
    });
  try {
    await Promise.race([play(), playbackEnd]);
    if (signal.aborted) return;
    reading.showPlaying('server');
    showInMediaControls(
      name,
      { play: () => void play(), pause: () => audio.pause(), stop: reading.end },
      signal,
    );
    void measureLoudness(blob).then((peaks) => {
      if (usePlayingSound.getState().audio === audio) usePlayingSound.setState({ peaks });
    });
    await playbackEnd;
  } finally {
    audio.onerror = null;
    audio.pause();
    audio.removeAttribute('src');
    URL.revokeObjectURL(address);
    if (usePlayingSound.getState().audio === audio)
      usePlayingSound.setState({ audio: null, peaks: [] });
  }
}
