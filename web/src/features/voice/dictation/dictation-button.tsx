import '../styles/voice.css';
import { Mic } from 'lucide-react';
import { IconButton } from '#/shared/ui/icon-button';
import { texts } from '../texts';
import { canRecognise } from './recognition';
import { useDictation } from './use-dictation';

interface DictationButtonProps {
  /** Gets what was said. */
  onWords: (words: string) => void;
  /** Ends and discards a running dictation. */
  disabled: boolean;
}

function Dictation({ onWords, disabled }: DictationButtonProps) {
  const { words, press } = useDictation(onWords, disabled);
  const listening = words !== null;
  return (
    <>
      {listening && words !== '' && <p className="dictation__words">{words}</p>}
      <IconButton
        label={listening ? texts.endDictation : texts.dictate}
        size="sm"
        className="dictation__button"
        aria-pressed={listening}
        disabled={disabled}
        onClick={press}
      >
        <Mic size={18} aria-hidden="true" />
      </IconButton>
      <span className="dictation__state" role="status">
        {listening && texts.listening}
      </span>
    </>
  );
}

/** The microphone of the composer (rule voice-dictation). Nothing in browsers that cannot write down speech. */
export function DictationButton(props: DictationButtonProps) {
  return canRecognise() ? <Dictation {...props} /> : null;
}
