import '../styles/voice.css';
import { lazy, Suspense } from 'react';
import { dictationLanguage } from './language';
import { Microphone } from './microphone';
import { canRecognise, recognise } from './recognition';
import { useDictation } from './use-dictation';

const LanguageChoice = lazy(() =>
  import('./language-choice').then((module) => ({ default: module.LanguageChoice })),
);

interface DictationButtonProps {
  /** Gets what was said. */
  onWords: (words: string) => void;
  /** Ends and discards a running dictation. */
  disabled: boolean;
}

function RecognisedDictation({ onWords, disabled }: DictationButtonProps) {
  const { state, press, restart } = useDictation({
    begin: (listener) => recognise(dictationLanguage(), listener),
    onWords,
    disabled,
  });
  return (
    <Microphone state={state} disabled={disabled} onPress={press}>
      <Suspense fallback={null}>
        <LanguageChoice onChoose={restart} />
      </Suspense>
    </Microphone>
  );
}

/** The microphone of the composer (rule voice-dictation). Nothing in browsers that cannot write down speech. */
export function DictationButton(props: DictationButtonProps) {
  return canRecognise() ? <RecognisedDictation {...props} /> : null;
}
