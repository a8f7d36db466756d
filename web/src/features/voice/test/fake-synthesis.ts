import { vi } from 'vitest';

/** An utterance as the app makes it. */
export class FakeUtterance {
  rate = 0;
  pitch = 0;
  volume = 0;
  onend: (() => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/**
 * The browser's synthesis, which tests advance. Its queue has the utterances that the app has passed to
 * `speak`.
 */
export class FakeSynthesis {
  queue: FakeUtterance[] = [];
  /** Texts of all utterances that were begun. */
  saidTexts: string[] = [];
  voices: object[] = [{}];
  private listener: (() => void) | null = null;

  getVoices = () => this.voices;
  addEventListener = (_: string, listener: () => void) => {
    this.listener = listener;
  };
  removeEventListener = () => {
    this.listener = null;
  };
  speak = (utterance: FakeUtterance) => {
    if (utterance.text === '') return;
    this.queue.push(utterance);
    this.saidTexts.push(utterance.text);
  };
  cancel = () => {
    const [current] = this.queue;
    this.queue = [];
    current?.onerror?.({ error: 'canceled' });
  };

  findVoices(): void {
    this.voices = [{}];
    this.listener?.();
  }
  /** Ends the current utterance. */
  finish(): void {
    this.queue.shift()?.onend?.();
  }
  fail(error: string): void {
    this.queue.shift()?.onerror?.({ error });
  }
  /** Ends utterances until none is left. */
  finishAll(): void {
    while (this.queue.length > 0) this.finish();
  }
}

/** Gives the browser a synthesis until the end of the test. */
export function stubSynthesis(): FakeSynthesis {
  const fake = new FakeSynthesis();
  vi.stubGlobal('speechSynthesis', fake);
  vi.stubGlobal('SpeechSynthesisUtterance', FakeUtterance);
  return fake;
}
