import { texts } from '../texts';

/** The parts of the browser's speech recognition that dictation uses. TypeScript's library has no types for it. */
interface Alternatives {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string } | undefined;
}

interface ResultEvent extends Event {
  readonly results: { readonly length: number; readonly [index: number]: Alternatives | undefined };
}

interface Recogniser {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: ResultEvent) => void) | null;
  onerror: ((event: Event & { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start: () => void;
  stop: () => void;
  abort: () => void;
}

type RecogniserClass = new () => Recogniser;

function recogniserClass(): RecogniserClass | undefined {
  const names = window as unknown as Record<string, RecogniserClass | undefined>;
  return names['SpeechRecognition'] ?? names['webkitSpeechRecognition'];
}

/** True in browsers that can write down speech. */
export function canRecognise(): boolean {
  return recogniserClass() !== undefined;
}

/** Texts by the browser's names of failures. 'aborted' is a stop by the app and has none. */
const failureTexts: Readonly<Record<string, string>> = {
  'not-allowed': texts.microphoneRefused,
  'service-not-allowed': texts.microphoneRefused,
  'audio-capture': texts.noMicrophone,
  'no-speech': texts.nothingHeard,
  network: texts.dictationOffline,
};

function failureText(name: string): string | undefined {
  return name === 'aborted' ? undefined : (failureTexts[name] ?? texts.dictationFailed);
}

interface Listener {
  /** Words that may still change. */
  onInterim: (words: string) => void;
  onResult: (words: string) => void;
  onFailure: (text: string) => void;
  /** Called once, last. */
  onEnd: () => void;
}

export interface Recognition {
  /** Ends listening; what was said so far still becomes a result. */
  stop: () => void;
  /** Ends listening without a further call of the listener. */
  abort: () => void;
}

function wordsOf({ results }: ResultEvent, isFinal: boolean): string {
  return Array.from(results as ArrayLike<Alternatives>)
    .filter((one) => one.isFinal === isFinal)
    .map((one) => one[0]?.transcript.trim() ?? '')
    .filter((words) => words !== '')
    .join(' ');
}

/** Listens until a pause, `stop` or a failure (rule voice-dictation). */
export function recognise(listener: Listener): Recognition {
  const Class = recogniserClass();
  if (Class === undefined) throw new Error('this browser has no speech recognition');
  const recogniser = new Class();
  recogniser.lang = 'en-US';
  recogniser.continuous = false;
  recogniser.interimResults = true;
  let spoken = '';
  const close = () => {
    recogniser.onresult = null;
    recogniser.onerror = null;
    recogniser.onend = null;
  };
  recogniser.onresult = (event) => {
    spoken = wordsOf(event, true);
    listener.onInterim([spoken, wordsOf(event, false)].filter((words) => words !== '').join(' '));
  };
  recogniser.onerror = ({ error }) => {
    const text = failureText(error);
    if (text !== undefined) listener.onFailure(text);
  };
  recogniser.onend = () => {
    close();
    if (spoken !== '') listener.onResult(spoken);
    listener.onEnd();
  };
  recogniser.start();
  return {
    stop: () => recogniser.stop(),
    abort: () => {
      close();
      recogniser.abort();
    },
  };
}
