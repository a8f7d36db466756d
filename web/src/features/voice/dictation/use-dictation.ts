import { useCallback, useEffect, useRef, useState } from 'react';
import { useHoldPage } from '#/shared/browser/page-hold';
import { toast } from '#/shared/ui/toast';
import { silence } from '../speaking/playback';
import { texts } from '../texts';
import type { Dictation, DictationListener, DictationState } from './dictation';

const begun: DictationState = { phase: 'waiting', words: '', secondsLeft: null };

function tell(text: string): void {
  toast.error(text, { id: text });
}

interface DictationOptions {
  /** Starts a dictation. What it throws is told as a failure. */
  begin: (listener: DictationListener) => Dictation;
  onWords: (words: string) => void;
  /** Discards a running dictation. */
  disabled: boolean;
}

/**
 * The dictation of a composer (rule voice-dictation-ends). `state` is null while none runs. `press`
 * starts one, and takes what was said so far with `finish`; while nothing is heard it cancels, as
 * `cancel` and Escape do. A hidden page ends listening, leaving discards. `restart` begins anew, as
 * `press` does after a failure; `finish` then has the kept recording written down.
 */
export function useDictation({ begin, onWords, disabled }: DictationOptions) {
  const [state, setState] = useState<DictationState | null>(null);
  const running = useRef<Dictation | null>(null);
  const phase = state?.phase;
  useHoldPage(state !== null);

  const end = useCallback(() => {
    running.current = null;
    setState(null);
  }, []);
  const cancel = useCallback(() => {
    running.current?.discard();
    end();
  }, [end]);
  const start = () => {
    silence();
    setState(begun);
    try {
      running.current = begin({
        onChange: (change) => setState((current) => current && { ...current, ...change }),
        onResult: onWords,
        onFailure: tell,
        onEnd: end,
      });
    } catch {
      tell(texts.dictationFailed);
      end();
    }
  };

  useEffect(() => {
    if (disabled) cancel();
  }, [disabled, cancel]);
  useEffect(() => cancel, [cancel]);
  useEffect(() => {
    if (phase === undefined) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel();
    };
    const onHidden = () => {
      if (!document.hidden) return;
      if (phase === 'listening') running.current?.finish();
      if (phase === 'waiting') cancel();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [phase, cancel]);

  const finish = () => running.current?.finish();
  const restart = () => {
    running.current?.discard();
    start();
  };
  const press = () => {
    if (phase === undefined || phase === 'failed') restart();
    else if (phase === 'listening') finish();
    else cancel();
  };
  return { state, press, finish, cancel, restart };
}
