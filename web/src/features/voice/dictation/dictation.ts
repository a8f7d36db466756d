/**
 * The phases of a dictation: it waits for the microphone, listens, and then waits for the transcript. The
 * browser's recognition transcribes while it listens. After 'failed' the recording can be transcribed again.
 */
export type DictationPhase = 'waiting' | 'listening' | 'writing' | 'failed';

/** A running dictation, as it is shown. */
export interface DictationState {
  phase: DictationPhase;
  /** The words so far, which may still change. */
  words: string;
  /** Seconds until the dictation ends by itself; null while it is not near. */
  secondsLeft: number | null;
}

export interface DictationListener {
  onChange: (change: Partial<DictationState>) => void;
  onResult: (words: string) => void;
  onFailure: (text: string) => void;
  /** Called once, after all other calls. */
  onEnd: () => void;
}

/** A running dictation. Both methods release the microphone at once. */
export interface Dictation {
  /** Ends listening; what was said becomes a result. After 'failed' it transcribes the recording again. */
  finish: () => void;
  /** Ends everything without a further call of the listener. */
  discard: () => void;
}
