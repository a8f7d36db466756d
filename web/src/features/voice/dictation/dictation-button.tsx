import '../styles/voice.css';
import { lazy, Suspense } from 'react';
import { beginRecording, canRecord } from './begin-recording';
import { dictationLanguage } from './language';
import { Microphone } from './microphone';
import { canRecognise, recognise } from './recognition';
import { useDictation } from './use-dictation';
import { useTranscription } from './use-transcription';

const LanguageChoice = lazy(() =>
  import('./language-choice').then((module) => ({ default: module.LanguageChoice })),
);

const RecordingControls = lazy(() =>
  import('./record').then((module) => ({ default: module.RecordingControls })),
);

interface DictationButtonProps {
  /** Called with what was said. */
  onWords: (words: string) => void;
  /** True to disable the button and discard a running dictation. */
  disabled: boolean;
}

function RecognisedDictation({ onWords, disabled }: DictationButtonProps) {
  const { state, startOrEnd, restart } = useDictation({
    begin: (listener) => recognise(dictationLanguage(), listener),
    onWords,
    disabled,
  });
  return (
    <Microphone state={state} disabled={disabled} onPress={startOrEnd}>
      <Suspense fallback={null}>
        <LanguageChoice onChoose={restart} />
      </Suspense>
    </Microphone>
  );
}

function RecordedDictation({ onWords, disabled }: DictationButtonProps) {
  const { state, startOrEnd, finish, cancel } = useDictation({
    begin: beginRecording,
    onWords,
    disabled,
  });
  if (!useTranscription()) return null;
  return (
    <Microphone state={state} disabled={disabled} onPress={startOrEnd}>
      <Suspense fallback={null}>
        <RecordingControls
          secondsLeft={state?.secondsLeft ?? null}
          onRepeat={state?.phase === 'failed' ? finish : null}
          onCancel={cancel}
        />
      </Suspense>
    </Microphone>
  );
}

/**
 * The dictation button of the composer. It uses the browser's speech recognition, or else a recording that
 * the server transcribes. It shows nothing where neither is available (rule voice-dictation-recorded).
 */
export function DictationButton(props: DictationButtonProps) {
  if (canRecognise()) return <RecognisedDictation {...props} />;
  return canRecord() ? <RecordedDictation {...props} /> : null;
}
