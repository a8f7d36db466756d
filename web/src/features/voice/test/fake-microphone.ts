import { vi } from 'vitest';
import { deferred } from '#/shared/test/deferred';

/** A track of a microphone. `live` is true until it is stopped. */
class FakeTrack {
  live = true;
  stop(): void {
    this.live = false;
  }
}

/** A MediaRecorder that has sound when the test says so. */
export class FakeRecorder {
  static isTypeSupported = (type: string) => type.startsWith('audio/webm');
  state = 'inactive';
  /** The part of the sound that comes after `stop`. */
  lastPart = 'end';
  readonly mimeType: string;
  ondataavailable: ((event: { data: Blob }) => void) | null = null;
  onstop: (() => void) | null = null;
  onerror: (() => void) | null = null;

  constructor(
    readonly stream: { getTracks: () => FakeTrack[] },
    readonly options: MediaRecorderOptions,
  ) {
    this.mimeType = options.mimeType ?? '';
    recorders.push(this);
  }

  start(): void {
    this.state = 'recording';
  }

  /** Delivers the last part and the end after `stop` has returned, as browsers do. */
  stop(): void {
    this.state = 'inactive';
    queueMicrotask(() => {
      this.deliverPart(this.lastPart);
      this.onstop?.();
    });
  }

  deliverPart(part: string | Blob): void {
    this.ondataavailable?.({ data: part instanceof Blob ? part : new Blob([part]) });
  }
}

const recorders: FakeRecorder[] = [];
const tracks: FakeTrack[] = [];

/** The last recorder that the app has made. */
export function lastRecorder(): FakeRecorder {
  const last = recorders.at(-1);
  if (last === undefined) throw new Error('nothing records');
  return last;
}

/** Whether the microphone is in use. */
export function isMicrophoneOn(): boolean {
  return tracks.some(({ live }) => live);
}

export interface FakeMicrophone {
  /**
   * The error with which the browser refuses the microphone; null if the browser allows the
   * microphone.
   */
  refusal: DOMException | null;
  /** True to hold the browser's answer back until `allow` is called. */
  holdsAnswer: boolean;
  allow: () => void;
  /** How often the app has asked for the microphone. */
  requestCount: number;
}

/**
 * Gives the browser a microphone and a recorder, and removes its speech recognition. `vi.unstubAllGlobals`
 * undoes it.
 */
export function stubMicrophone(): FakeMicrophone {
  recorders.length = 0;
  tracks.length = 0;
  const answer = deferred<undefined>();
  const microphone: FakeMicrophone = {
    refusal: null,
    holdsAnswer: false,
    allow: () => answer.resolve(undefined),
    requestCount: 0,
  };
  const getUserMedia = async () => {
    microphone.requestCount += 1;
    if (microphone.holdsAnswer) await answer.promise;
    if (microphone.refusal) throw microphone.refusal;
    const track = new FakeTrack();
    tracks.push(track);
    return { getTracks: () => [track] };
  };
  vi.stubGlobal('SpeechRecognition', undefined);
  vi.stubGlobal('webkitSpeechRecognition', undefined);
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal(
    'navigator',
    Object.create(navigator, { mediaDevices: { value: { getUserMedia } } }),
  );
  return microphone;
}
