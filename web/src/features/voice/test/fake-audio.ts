import { vi } from 'vitest';

/** A sound as the app plays it; tests end it or let it fail. */
export class FakeAudio extends EventTarget {
  static instances: FakeAudio[] = [];
  /** The error with which `play` rejects; null if `play` succeeds. */
  static refusal: Error | null = null;
  playbackRate = 1;
  currentTime = 0;
  duration = 21;
  error: { code: number } | null = null;
  onended: (() => void) | null = null;
  onerror: (() => void) | null = null;
  play = vi.fn(() => (FakeAudio.refusal ? Promise.reject(FakeAudio.refusal) : Promise.resolve()));
  pause = vi.fn();
  removeAttribute = vi.fn();

  constructor() {
    super();
    FakeAudio.instances.push(this);
  }
  fail(code: number): void {
    this.error = { code };
    this.onerror?.();
  }
}

/** The sound that was made last. */
export function lastAudio(): FakeAudio {
  const last = FakeAudio.instances.at(-1);
  if (last === undefined) throw new Error('no sound was made');
  return last;
}

/** Replaces the browser's `Audio` by FakeAudio until the end of the test. */
export function stubAudio(): void {
  FakeAudio.instances = [];
  FakeAudio.refusal = null;
  vi.stubGlobal('Audio', FakeAudio);
  URL.createObjectURL = () => 'blob:sound';
  URL.revokeObjectURL = () => undefined;
}
