import { Mic } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#/shared/ui/icon-button';
import { texts } from '../texts';
import type { DictationPhase, DictationState } from './dictation';

const buttonLabels: Readonly<Record<DictationPhase, string>> = {
  waiting: texts.cancelDictation,
  listening: texts.endDictation,
  writing: texts.cancelDictation,
  failed: texts.dictate,
};

const stateTexts: Readonly<Record<DictationPhase, string>> = {
  waiting: texts.waiting,
  listening: texts.listening,
  writing: texts.writing,
  failed: texts.notWritten,
};

interface DictationRowProps {
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/**
 * The row above the bar of the composer. If the row is removed while it has the focus, `button` gets the
 * focus.
 */
function DictationRow({ button, children }: DictationRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) button.current?.focus();
    };
  }, [button]);
  return (
    <div className="dictation__row" ref={row}>
      {children}
    </div>
  );
}

interface MicrophoneProps {
  state: DictationState | null;
  disabled: boolean;
  onPress: () => void;
  /** The controls of a running dictation. */
  children: ReactNode;
}

/**
 * The microphone button and, while a dictation runs, its state, its words and its controls (rule
 * voice-dictation).
 */
export function Microphone({ state, disabled, onPress, children }: MicrophoneProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {state && (
        <DictationRow button={button}>
          {children}
          <p className="dictation__words">{state.words !== '' && <span>{state.words}</span>}</p>
        </DictationRow>
      )}
      <IconButton
        ref={button}
        label={state ? buttonLabels[state.phase] : texts.dictate}
        size="sm"
        className="dictation__button"
        aria-pressed={state !== null && state.phase !== 'failed'}
        disabled={disabled}
        onClick={onPress}
      >
        <Mic size={18} aria-hidden="true" />
      </IconButton>
      <span className="dictation__state" role="status">
        {state && stateTexts[state.phase]}
      </span>
    </>
  );
}
