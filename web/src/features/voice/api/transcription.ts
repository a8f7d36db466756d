import { api, unwrap } from '#/shared/api/client';

/** Longest wait for a transcript in ms (rule voice-dictation-kept). The server gives up earlier. */
const answerTimeoutMs = 90_000;

/** Thrown if the server has not answered in time. */
export class TimeoutError extends Error {}

function audioForm(sound: Blob): FormData {
  const form = new FormData();
  form.append('audio', sound, 'speech');
  return form;
}

/**
 * Sends a recording to the server and returns its transcript. Throws ApiError, TimeoutError, or the error of
 * an abort.
 */
export async function transcribe(sound: Blob, signal: AbortSignal): Promise<string> {
  const callController = new AbortController();
  const abort = () => callController.abort();
  signal.addEventListener('abort', abort);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    abort();
  }, answerTimeoutMs);
  try {
    const { text } = await unwrap(
      api.POST('/voices/transcription', {
        signal: callController.signal,
        body: { audio: '' },
        bodySerializer: () => audioForm(sound),
      }),
    );
    return text.trim();
  } catch (error) {
    throw isLate ? new TimeoutError() : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
