import { transcribe } from '../api/transcription';
import { capture, release } from './capture';
import type { Dictation, DictationListener } from './dictation';
import { canRepeat, failureText, SilenceError } from './recording-failure';

export { RecordingControls } from './recording-controls';

/** The microphone; null if `signal` aborts while the user is asked, and then it is released. */
async function openMicrophone(signal: AbortSignal): Promise<MediaStream | null> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  if (!signal.aborted) return stream;
  release(stream);
  return null;
}

/**
 * Records a dictation, and has it written down by the server (rule voice-dictation-recorded). It keeps
 * what the server could not write down for another try (rule voice-dictation-kept).
 */
export function record(listener: DictationListener): Dictation {
  const ended = new AbortController();
  const { signal } = ended;
  let finish = () => ended.abort();

  const listen = (stream: MediaStream): Promise<Blob> => {
    try {
      const running = capture(stream, (secondsLeft) => listener.onChange({ secondsLeft }));
      finish = running.stop;
      signal.addEventListener('abort', running.stop);
      listener.onChange({ phase: 'listening' });
      return running.sound;
    } catch (error) {
      release(stream);
      throw error;
    }
  };
  const write = async (sound: Blob): Promise<string> => {
    listener.onChange({ phase: 'writing', secondsLeft: null });
    try {
      return await transcribe(sound, signal);
    } catch (error) {
      if (signal.aborted || !canRepeat(error)) throw error;
      listener.onFailure(failureText(error));
      listener.onChange({ phase: 'failed' });
    }
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return write(sound);
  };
  const run = async () => {
    const stream = await openMicrophone(signal);
    if (stream === null) return;
    const sound = await listen(stream);
    if (signal.aborted) return;
    // The browser had no sound yet: the press to stop came at once.
    if (sound.size === 0) throw new SilenceError();
    const words = await write(sound);
    if (signal.aborted) return;
    if (words === '') throw new SilenceError();
    listener.onResult(words);
  };
  run()
    .catch((error: unknown) => {
      if (!signal.aborted) listener.onFailure(failureText(error));
    })
    .finally(() => {
      if (!signal.aborted) listener.onEnd();
    });
  return { finish: () => finish(), discard: () => ended.abort() };
}
