import { create } from 'zustand';

/** The source of the sound: recordings of the server, or the browser's synthesis. */
export type VoiceProvider = 'server' | 'browser';

interface CurrentReading {
  /** Key of the message that is read aloud. */
  key: string;
  /** generating: the sound is not there yet. */
  phase: 'generating' | 'playing';
  /** null until it is known. */
  provider: VoiceProvider | null;
}

interface Playback {
  /** The message that is being read aloud; null if there is none. */
  current: CurrentReading | null;
}

/** What is read aloud on this page: one message at a time (rules voice-playback, voice-one-sound). */
export const usePlayback = create<Playback>(() => ({ current: null }));

/**
 * Controls the reading of one message. After a reading has ended, it cannot change the state of a
 * later reading.
 */
export interface Reading {
  readonly key: string;
  /** Aborts when the reading ends, for whatever reason. */
  readonly signal: AbortSignal;
  /** Shows that sound is heard. */
  showPlaying: (provider: VoiceProvider) => void;
  end: () => void;
}

let runningController: AbortController | null = null;

/** Stops reading aloud: aborts the API calls and the sound. */
export function stopReading(): void {
  const endedController = runningController;
  runningController = null;
  if (usePlayback.getState().current !== null) usePlayback.setState({ current: null });
  endedController?.abort();
}

/** Begins to read a message aloud instead of what is being read. */
export function beginReading(key: string): Reading {
  stopReading();
  const ownController = new AbortController();
  runningController = ownController;
  usePlayback.setState({ current: { key, phase: 'generating', provider: null } });
  return {
    key,
    signal: ownController.signal,
    showPlaying: (provider) => {
      if (runningController === ownController)
        usePlayback.setState({ current: { key, phase: 'playing', provider } });
    },
    end: () => {
      if (runningController === ownController) stopReading();
    },
  };
}
