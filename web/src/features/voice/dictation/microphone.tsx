import { Mic } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#/shared/ui/icon-button';
import { texts } from '../texts';
import type { DictationPhase, DictationState } from './dictation';

const labels: Readonly<Record<DictationPhase, string>> = {
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

interface RowProps {
  button: RefObject<HTMLButtonElement | null>;
  children: ReactNode;
}

/** The row above the bar. When it goes with the focus in it, `button` gets the focus. */
function Row({ button, children }: RowProps) {
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

/** The button, and while a dictation runs its state, its words and its controls. */
export function Microphone({ state, disabled, onPress, children }: MicrophoneProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {state && (
        <Row button={button}>
          {children}
          <p className="dictation__words">{state.words !== '' && <span>{state.words}</span>}</p>
        </Row>
      )}
      <IconButton
        ref={button}
        label={state ? labels[state.phase] : texts.dictate}
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
