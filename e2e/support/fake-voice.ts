import type { Page } from '@playwright/test';

/** What a page has said, and its control over what it hears. The browser of the tests has no voices. */
export interface SpokenPart {
  text: string;
  rate: number;
  pitch: number;
  volume: number;
}

/**
 * Gives a page a speech synthesis and a speech recognition, before it is opened. Each utterance lasts
 * `milliseconds`.
 */
export async function giveVoice(page: Page, milliseconds = 50): Promise<void> {
  await page.addInitScript((duration) => {
    const said: object[] = [];
    let queue: { text: string; onend?: () => void; onerror?: (e: object) => void }[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = () => {
      const [current] = queue;
      if (!current) return;
      const { text, rate, pitch, volume } = current as unknown as SpokenPart;
      if (text !== '') said.push({ text, rate, pitch, volume });
      timer = setTimeout(() => {
        queue.shift();
        current.onend?.();
        next();
      }, duration);
    };
    const synthesis = {
      getVoices: () => [{}],
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      speak: (utterance: { text: string }) => {
        queue.push(utterance);
        if (queue.length === 1) next();
      },
      cancel: () => {
        clearTimeout(timer);
        const [current] = queue;
        queue = [];
        current?.onerror?.({ error: 'canceled' });
      },
    };
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.assign(window, {
      said,
      isSpeaking: () => queue.length > 0,
      SpeechSynthesisUtterance: class {
        text: string;
        constructor(text: string) {
          this.text = text;
        }
      },
      SpeechRecognition: class {
        onresult?: (event: object) => void;
        onerror?: (event: object) => void;
        onend?: () => void;
        start() {
          Object.assign(window, { recogniser: this });
        }
        stop() {
          this.onend?.();
        }
        abort() {
          this.onend?.();
        }
      },
    });
  }, milliseconds);
}

/** Everything that the page has said since it was opened. */
export function saidOn(page: Page): Promise<SpokenPart[]> {
  return page.evaluate(() => (window as unknown as { said: SpokenPart[] }).said);
}

export function isSpeaking(page: Page): Promise<boolean> {
  return page.evaluate(() => (window as unknown as { isSpeaking: () => boolean }).isSpeaking());
}

/** Makes the running dictation hear words. */
export function hear(page: Page, words: string, isFinal: boolean): Promise<void> {
  return page.evaluate(
    ([transcript, final]) => {
      const { recogniser } = window as unknown as {
        recogniser: { onresult?: (event: object) => void; onend?: () => void };
      };
      recogniser.onresult?.({ results: { length: 1, 0: { isFinal: final, 0: { transcript } } } });
      if (final) recogniser.onend?.();
    },
    [words, isFinal] as const,
  );
}

/** Makes the running dictation fail. */
export function failDictation(page: Page, error: string): Promise<void> {
  return page.evaluate((name) => {
    const { recogniser } = window as unknown as {
      recogniser: { onerror?: (event: object) => void; onend?: () => void };
    };
    recogniser.onerror?.({ error: name });
    recogniser.onend?.();
  }, error);
}
