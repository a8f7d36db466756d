/** A recording has at most this many seconds (rule voice-dictation-recorded). */
export const maxSeconds = 60;

/** The time left is shown in this many last seconds of a recording (rule voice-dictation-recorded). */
export const countdownSeconds = 10;

/** Largest recording in bytes, as the server accepts it (rule voice-dictation-recorded). */
export const maxRecordingBytes = 5 * 1024 * 1024;

/** Size (bytes) at which a recording ends, so that its last part, which is still to come, fits too. */
const stopAtBytes = maxRecordingBytes - 512 * 1024;

/** Bit rate of recordings. It is enough for speech. */
const bitsPerSecond = 64_000;

/** Types that the server accepts, the preferred one first. */
const acceptedMimeTypes = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Thrown if the browser's recorder has failed. */
export class CaptureError extends Error {}

interface Capture {
  /** Ends the recording and releases the microphone. */
  stop: () => void;
  /** The recording, once it has ended. Rejects with CaptureError. */
  sound: Promise<Blob>;
}

/** Stops all tracks of the stream, which releases the microphone. */
export function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function recorderFor(stream: MediaStream): MediaRecorder {
  const mimeType = acceptedMimeTypes.find((type) => MediaRecorder.isTypeSupported(type));
  const audioBitsPerSecond = bitsPerSecond;
  return new MediaRecorder(stream, { audioBitsPerSecond, ...(mimeType && { mimeType }) });
}

/** Calls `onSecond` each second with the seconds left, at last with 0. Returns the function that ends it. */
function startCountdown(onSecond: (left: number) => void): () => void {
  let secondsLeft = maxSeconds;
  const timer = setInterval(() => {
    secondsLeft -= 1;
    onSecond(secondsLeft);
  }, 1000);
  return () => clearInterval(timer);
}

/**
 * Records a microphone. The recording ends after a call of `stop`, after 60 seconds, at nearly 5
 * MiB, or when the recorder ends. `onSecondsLeft` is called in the last seconds. Throws if the
 * browser cannot record.
 */
export function recordMicrophone(
  stream: MediaStream,
  onSecondsLeft: (left: number) => void,
): Capture {
  const recorder = recorderFor(stream);
  const parts: Blob[] = [];
  let recordedByteCount = 0;
  const stop = () => {
    stopCounting();
    if (recorder.state !== 'inactive') recorder.stop();
    stopTracks(stream);
  };
  const stopCounting = startCountdown((left) => {
    if (left === 0) stop();
    else if (left <= countdownSeconds) onSecondsLeft(left);
  });
  const sound = new Promise<Blob>((resolve, reject) => {
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      recordedByteCount += data.size;
      if (recordedByteCount >= stopAtBytes) stop();
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
