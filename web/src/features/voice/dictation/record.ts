import { transcribe } from '../api/transcription';
import { recordMicrophone, stopTracks } from './capture';
import type { Dictation, DictationListener } from './dictation';
import { canRepeatTranscription, failureText, SilenceError } from './recording-failure';

export { RecordingControls } from './recording-controls';

/**
 * Opens the microphone. If `signal` aborts while the user is asked, it releases the microphone and returns
 * null.
 */
async function openMicrophone(signal: AbortSignal): Promise<MediaStream | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  if (!signal.aborted) return stream;
  stopTracks(stream);
  return null;
}

/**
 * Records a dictation and has the server transcribe it. A recording that the server could not transcribe is
 * kept for another try (rule voice-dictation-kept). `capture.ts` has the limits of a recording.
 */
export function recordDictation(listener: DictationListener): Dictation {
  const abortController = new AbortController();
  const { signal } = abortController;
  let finish = () => abortController.abort();

  const recordStream = (stream: MediaStream): Promise<Blob> => {
    try {
      const capture = recordMicrophone(stream, (secondsLeft) => listener.onChange({ secondsLeft }));
      finish = capture.stop;
      signal.addEventListener('abort', capture.stop);
      listener.onChange({ phase: 'listening' });
      return capture.sound;
    } catch (error) {
      stopTracks(stream);
      throw error;
    }
  };
  const transcribeSound = async (sound: Blob): Promise<string> => {
    listener.onChange({ phase: 'writing', secondsLeft: null });
    try {
      return await transcribe(sound, signal);
    } catch (error) {
      if (signal.aborted || !canRepeatTranscription(error)) throw error;
      listener.onFailure(failureText(error));
      listener.onChange({ phase: 'failed' });
    }
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return transcribeSound(sound);
  };
  const recordAndTranscribe = async () => {
    const stream = await openMicrophone(signal);
    if (stream === null) return;
    const sound = await recordStream(stream);
    if (signal.aborted) return;
    // Nothing was recorded, because Stop was pressed at once.
    if (sound.size === 0) throw new SilenceError();
    const words = await transcribeSound(sound);
    if (signal.aborted) return;
    if (words === '') throw new SilenceError();
    listener.onResult(words);
  };
  recordAndTranscribe()
    .catch((error: unknown) => {
      if (!signal.aborted) listener.onFailure(failureText(error));
    })
    .finally(() => {
      if (!signal.aborted) listener.onEnd();
    });
  return { finish: () => finish(), discard: () => abortController.abort() };
}
