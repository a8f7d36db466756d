import { useCallback, useEffect, useRef, useState } from 'react';
import { useHoldPage } from '#/shared/browser/page-hold';
import { toast } from '#/shared/ui/toast';
import { stopReading } from '../speaking/playback';
import { texts } from '../texts';
import type { Dictation, DictationListener, DictationState } from './dictation';

const initialState: DictationState = { phase: 'waiting', words: '', secondsLeft: null };

function showError(text: string): void {
  toast.error(text, { id: text });
}

interface DictationOptions {
  /** Starts a dictation. An error that it throws is shown as a failure. */
  begin: (listener: DictationListener) => Dictation;
  onWords: (words: string) => void;
  /** A change to true discards the running dictation. */
  disabled: boolean;
}

/**
 * The dictation of a composer (rule voice-dictation-ends). `state` is null while no dictation runs.
 *   - `press` starts a dictation, also after a failure. It acts like `finish` while listening, and like
 *     `cancel` in other phases.
 *   - `finish` ends listening and keeps what was said. After a failure it transcribes the recording again.
 *   - `cancel`, Escape and unmounting discard the dictation.
 *   - `restart` discards the dictation and starts a new one.
 *   - Hiding the page finishes a dictation that listens, and cancels one that waits for the microphone.
 */
export function useDictation({ begin, onWords, disabled }: DictationOptions) {
  const [state, setState] = useState<DictationState | null>(null);
  const runningDictation = useRef<Dictation | null>(null);
  const phase = state?.phase;
  useHoldPage(state !== null);

  const end = useCallback(() => {
    runningDictation.current = null;
    setState(null);
  }, []);
  const cancel = useCallback(() => {
    runningDictation.current?.discard();
    end();
  }, [end]);
  const start = () => {
    stopReading();
    setState(initialState);
    try {
      runningDictation.current = begin({
        onChange: (change) => setState((current) => current && { ...current, ...change }),
        onResult: onWords,
        onFailure: showError,
        onEnd: end,
      });
    } catch {
      showError(texts.dictationFailed);
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
    const endWhenPageHidden = () => {
      if (!document.hidden) return;
      if (phase === 'listening') runningDictation.current?.finish();
      if (phase === 'waiting') cancel();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('visibilitychange', endWhenPageHidden);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('visibilitychange', endWhenPageHidden);
    };
  }, [phase, cancel]);

  const finish = () => runningDictation.current?.finish();
  const restart = () => {
    runningDictation.current?.discard();
    start();
  };
  const startOrEnd = () => {
    if (phase === undefined || phase === 'failed') restart();
    else if (phase === 'listening') finish();
    else cancel();
  };
  return { state, startOrEnd: startOrEnd, finish, cancel, restart };
}
