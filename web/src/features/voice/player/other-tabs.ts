import { isRecord } from '#/shared/lib/is-record';
import { silence } from '../speaking/playback';

const channelName = 'colloquy-voice';

/** When this tab began to sound. If two tabs begin together, the later one keeps on. */
interface Start {
  at: number;
  tab: string;
}

const tab = Math.random().toString(36);
let channel: BroadcastChannel | null = null;
let own: Start | null = null;

function isStart(value: unknown): value is Start & Record<string, unknown> {
  return isRecord(value) && typeof value['at'] === 'number' && typeof value['tab'] === 'string';
}

function isLater(a: Start, b: Start): boolean {
  return a.at === b.at ? a.tab > b.tab : a.at > b.at;
}

/** Silences the other tabs of this browser, and this one when another begins (rule voice-one-sound). */
export function claimSound(signal: AbortSignal): void {
  if (channel === null) {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (own !== null && isStart(data) && isLater(data, own)) silence();
    };
  }
  const start = { at: Date.now(), tab };
  own = start;
  signal.addEventListener('abort', () => {
    if (own === start) own = null;
  });
  channel.postMessage(start);
}
