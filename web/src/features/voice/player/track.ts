import { create } from 'zustand';

interface Track {
  /** The sound that plays; null while the synthesis speaks. */
  audio: HTMLAudioElement | null;
  /** Loudness from 0 to 1, evenly spread over the sound; empty until it is measured. */
  peaks: readonly number[];
  speed: number;
}

/** What the line beside the button draws. */
export const useTrack = create<Track>(() => ({ audio: null, peaks: [], speed: 1 }));

/** Speeds that the button steps through (rule voice-speed). */
const speeds = [0.75, 1, 1.25, 1.5, 2] as const;

/** The speed after this one; the slowest follows the fastest. */
export function nextSpeed(speed: number): number {
  return speeds.find((one) => one > speed) ?? speeds[0];
}

/** Sets the speed of what plays and of what follows. */
export function setSpeed(speed: number): void {
  const { audio } = useTrack.getState();
  if (audio) audio.playbackRate = speed;
  useTrack.setState({ speed });
}
