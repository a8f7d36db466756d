/** A recording has at most this many seconds. */
export const maxSeconds = 60;

/** The seconds left are shown from this number on. */
export const shownSeconds = 10;

/** Largest recording in bytes, as the server accepts it. */
export const maxBytes = 5 * 1024 * 1024;

/** A recording of this size ends: its last part, which is not there yet, must fit too. */
const fullBytes = maxBytes - 512 * 1024;

/** Enough for speech. */
const bitsPerSecond = 64_000;

/** Types that the server accepts, the preferred one first. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** The browser's recorder has failed. */
export class CaptureError extends Error {}

interface Capture {
  /** Ends the recording and releases the microphone. */
  stop: () => void;
  /** The recording, once it has ended. Rejects with CaptureError. */
  sound: Promise<Blob>;
}

/** Ends every use of the microphone. */
export function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function recorderFor(stream: MediaStream): MediaRecorder {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const audioBitsPerSecond = bitsPerSecond;
  return new MediaRecorder(stream, { audioBitsPerSecond, ...(mimeType && { mimeType }) });
}

/** Calls `onSecond` each second with the seconds left, at last with 0. Returns the function that ends it. */
function countDown(onSecond: (left: number) => void): () => void {
  let left = maxSeconds;
  const timer = setInterval(() => {
    left -= 1;
    onSecond(left);
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * Records a microphone until `stop`, its end, 60 seconds or 5 MiB (rule voice-dictation-recorded).
 * `onSecondsLeft` is called in the last seconds. Throws if the browser cannot record.
 */
export function capture(stream: MediaStream, onSecondsLeft: (left: number) => void): Capture {
  const recorder = recorderFor(stream);
  const parts: Blob[] = [];
  let size = 0;
  const stop = () => {
    stopCounting();
    if (recorder.state !== 'inactive') recorder.stop();
    release(stream);
  };
  const stopCounting = countDown((left) => {
    if (left === 0) stop();
    else if (left <= shownSeconds) onSecondsLeft(left);
  });
  const sound = new Promise<Blob>((resolve, reject) => {
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      size += data.size;
      if (size >= fullBytes) stop();
    };
    recorder.onstop = () => {
      stop();
      resolve(new Blob(parts, { type: recorder.mimeType }));
    };
    recorder.onerror = () => {
      stop();
      reject(new CaptureError());
    };
    recorder.start(1000);
  });
  return { stop, sound };
}
