import { texts } from '../texts';
import type { Dictation, DictationListener } from './dictation';

/**
 * True in browsers that can record a microphone (rule voice-dictation-recorded). Pages without TLS have no
 * `mediaDevices`.
 */
export function canRecord(): boolean {
  return typeof MediaRecorder !== 'undefined' && 'mediaDevices' in navigator;
}

/** Fetches the code that records, and starts it unless the dictation is discarded first. */
export function beginRecording(listener: DictationListener): Dictation {
  let running: Dictation | null = null;
  let isDiscarded = false;
  const loadAndRecord = async () => {
    const { recordDictation } = await import('./record');
    if (!isDiscarded) running = recordDictation(listener);
  };
  loadAndRecord().catch(() => {
    if (isDiscarded) return;
    listener.onFailure(texts.dictationFailed);
    listener.onEnd();
  });
  return {
    finish: () => running?.finish(),
    discard: () => {
      isDiscarded = true;
      running?.discard();
    },
  };
}
