import type { Reading } from '../speaking/playback';
import { PlaybackError, showPlaybackFailure } from './playback-failure';
import { usePlayingSound } from './track';

/** How long (ms) a reading waits for voices, which browsers find some time after the start. */
const voicesTimeoutMs = 1000;

/** Whether the browser has a synthesis with voices. */
export async function hasVoices(): Promise<boolean> {
  if (!('speechSynthesis' in window)) return false;
  const { speechSynthesis } = window;
  if (speechSynthesis.getVoices().length > 0) return true;
  return new Promise((resolve) => {
    const checkVoices = () => resolve(speechSynthesis.getVoices().length > 0);
    speechSynthesis.addEventListener('voiceschanged', checkVoices, { once: true });
    setTimeout(checkVoices, voicesTimeoutMs);
  });
}

function isCancelled(event: SpeechSynthesisErrorEvent): boolean {
  return event.error === 'canceled' || event.error === 'interrupted';
}

/** Sentences that the browser's synthesis says one after another. */
export interface Speech {
  /** Adds sentences to what is said. */
  add: (sentences: readonly string[]) => void;
  /** Ends the reading when all is said. */
  finish: () => void;
}

/** Starts the browser's speech synthesis for a message that is read aloud (rule voice-browser). */
export function beginSpeech(reading: Reading): Speech {
  const waitingTexts: string[] = [];
  // Keeps a reference: Chromium drops the events of an utterance without one.
  let current: SpeechSynthesisUtterance | null = null;
  let isFinished = false;
  const speakNext = () => {
    if (reading.signal.aborted || current !== null) return;
    const text = waitingTexts.shift();
    if (text === undefined) {
      if (isFinished) reading.end();
      return;
    }
    const utterance = new SpeechSynthesisUtterance(text);
    current = utterance;
    utterance.rate = usePlayingSound.getState().speed;
    utterance.pitch = 1;
    utterance.volume = 1;
    utterance.onend = () => {
      current = null;
      speakNext();
    };
    utterance.onerror = (event) => {
      if (reading.signal.aborted || isCancelled(event)) return;
      reading.end();
      showPlaybackFailure(new PlaybackError(false));
    };
    speechSynthesis.speak(utterance);
    reading.showPlaying('browser');
  };
  reading.signal.addEventListener('abort', () => speechSynthesis.cancel());
  return {
    add: (sentences) => {
      waitingTexts.push(...sentences);
      speakNext();
    },
    finish: () => {
      isFinished = true;
      speakNext();
    },
  };
}
