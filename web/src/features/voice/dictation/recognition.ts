import { texts } from '../texts';
import type { Dictation, DictationListener } from './dictation';

/** The parts of the browser's speech recognition that dictation uses. TypeScript's library has no types for it. */
interface SpeechResult {
  readonly isFinal: boolean;
  readonly [index: number]: { readonly transcript: string } | undefined;
}

interface ResultEvent extends Event {
  readonly results: { readonly length: number; readonly [index: number]: SpeechResult | undefined };
}

interface Recogniser {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: ResultEvent) => void) | null;
  onerror: ((event: Event & { readonly error: string }) => void) | null;
  onend: (() => void) | null;
  start: () => void;
  abort: () => void;
}

type RecogniserClass = new () => Recogniser;

function recogniserClass(): RecogniserClass | undefined {
  const classByName = window as unknown as Record<string, RecogniserClass | undefined>;
  return classByName['SpeechRecognition'] ?? classByName['webkitSpeechRecognition'];
}

/** True in browsers with speech recognition. */
export function canRecognise(): boolean {
  return recogniserClass() !== undefined;
}

/**
 * Error texts by the error code of SpeechRecognition (rule voice-dictation-failures). 'aborted' has none,
 * because the app causes it itself.
 */
const failureTexts: Readonly<Record<string, string>> = {
  'not-allowed': texts.microphoneRefused,
  'service-not-allowed': texts.microphoneRefused,
  'audio-capture': texts.noMicrophone,
  'no-speech': texts.nothingHeard,
  network: texts.dictationOffline,
  'language-not-supported': texts.languageUnknown,
};

function failureText(name: string): string | undefined {
  return name === 'aborted' ? undefined : (failureTexts[name] ?? texts.dictationFailed);
}

/** The recognised words: first the final ones, then those that may still change. */
function wordsOf({ results }: ResultEvent): string {
  const allResults = Array.from(results as ArrayLike<SpeechResult>);
  return [true, false]
    .flatMap((isFinal) => allResults.filter((one) => one.isFinal === isFinal))
    .map((one) => one[0]?.transcript.trim() ?? '')
    .filter((words) => words !== '')
    .join(' ');
}

/**
 * Listens in a language (BCP 47) until a pause, `finish` or a failure (rule voice-dictation). Some browsers end
 * without making the last words final. So the result has all words that were shown.
 */
export function recognise(language: string, listener: DictationListener): Dictation {
  const BrowserRecogniser = recogniserClass();
  if (BrowserRecogniser === undefined) throw new Error('this browser has no speech recognition');
  const recogniser = new BrowserRecogniser();
  recogniser.lang = language;
  recogniser.continuous = false;
  recogniser.interimResults = true;
  let heardWords = '';
  const close = () => {
    recogniser.onresult = null;
    recogniser.onerror = null;
    recogniser.onend = null;
  };
  const reportEnd = () => {
    if (heardWords !== '') listener.onResult(heardWords);
    listener.onEnd();
  };
  recogniser.onresult = (event) => {
    heardWords = wordsOf(event);
    listener.onChange({ words: heardWords });
  };
  recogniser.onerror = ({ error }) => {
    const text = failureText(error);
    if (text !== undefined) listener.onFailure(text);
  };
  recogniser.onend = () => {
    close();
    reportEnd();
  };
  recogniser.start();
  listener.onChange({ phase: 'listening' });
  // Uses `abort`, because after `stop` the browser would still process what it has heard.
  const discard = () => {
    close();
    recogniser.abort();
  };
  return {
    finish: () => {
      discard();
      reportEnd();
    },
    discard,
  };
}
