import { isRecord } from '#/shared/lib/is-record';
import { stopReading } from '../speaking/playback';

const channelName = 'colloquy-voice';

/**
 * When a tab began to make sound, in ms. If two tabs begin in the same ms, the tab with the greater
 * id goes on.
 */
interface SoundStart {
  at: number;
  tab: string;
}

const tabId = Math.random().toString(36);
let channel: BroadcastChannel | null = null;
let ownStart: SoundStart | null = null;

function isSoundStart(value: unknown): value is SoundStart & Record<string, unknown> {
  return isRecord(value) && typeof value['at'] === 'number' && typeof value['tab'] === 'string';
}

function isLater(a: SoundStart, b: SoundStart): boolean {
  return a.at === b.at ? a.tab > b.tab : a.at > b.at;
}

/**
 * Silences the other tabs of this browser. Until `signal` aborts, this tab stops its reading when
 * another tab begins to read aloud (rule voice-one-sound).
 */
export function stopOtherTabs(signal: AbortSignal): void {
  if (channel === null) {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (ownStart !== null && isSoundStart(data) && isLater(data, ownStart)) stopReading();
    };
  }
  const soundStart = { at: Date.now(), tab: tabId };
  ownStart = soundStart;
  signal.addEventListener('abort', () => {
    if (ownStart === soundStart) ownStart = null;
  });
  channel.postMessage(soundStart);
}
