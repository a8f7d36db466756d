import { create } from 'zustand';
import { speeds } from '../speeds';

interface PlayingSound {
  /** The sound that plays; null while the synthesis speaks. */
  audio: HTMLAudioElement | null;
  /** Loudness from 0 to 1, evenly spread over the sound; empty until it is measured. */
  peaks: readonly number[];
  speed: number;
}

/** The sound that plays, its loudness and its speed. The line beside the button Listen shows the sound. */
export const usePlayingSound = create<PlayingSound>(() => ({ audio: null, peaks: [], speed: 1 }));

/** Returns the speed that a press of the speed button sets. After the fastest comes the slowest (rule voice-speed). */
export function nextSpeed(speed: number): number {
  return speeds.find((one) => one > speed) ?? Math.min(...speeds);
}

/** Sets the speed of what plays and of what follows (rule voice-speed). */
export function setSpeed(speed: number): void {
  const { audio } = usePlayingSound.getState();
  if (audio) audio.playbackRate = speed;
  usePlayingSound.setState({ speed });
}
