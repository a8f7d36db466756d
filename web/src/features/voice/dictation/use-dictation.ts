import { useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '#/shared/ui/toast';
import { silence } from '../speaking/playback';
import { texts } from '../texts';
import { type Recognition, recognise } from './recognition';

function tell(text: string): void {
  toast.error(text, { id: text });
}

/**
 * Dictation by the browser. `words` are those of the running dictation, null while none runs.
 * `onWords` gets the result. `press` starts and stops. Escape stops too; leaving discards.
 */
export function useDictation(onWords: (words: string) => void, disabled: boolean) {
  const [words, setWords] = useState<string | null>(null);
  const running = useRef<Recognition | null>(null);
  const listening = words !== null;

  const end = useCallback(() => {
    running.current = null;
    setWords(null);
  }, []);
  const discard = useCallback(() => {
    running.current?.abort();
    end();
  }, [end]);
  const start = () => {
    silence();
    setWords('');
    try {
      running.current = recognise({
        onInterim: setWords,
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
    if (disabled) discard();
    return discard;
  }, [disabled, discard]);
  useEffect(() => {
    if (!listening) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') running.current?.stop();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [listening]);

  const press = () => (listening ? running.current?.stop() : start());
  return { words, press };
}
