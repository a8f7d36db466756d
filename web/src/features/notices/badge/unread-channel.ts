import { isRecord } from '#/shared/lib/is-record';

/** Messages between the tabs of this browser about one user's number of unread notices. */
export interface UnreadTabChannel {
  sendCount: (unread: number) => void;
  /** Asks for the number of unread notices. The tab that reads the stream answers. */
  requestCount: () => void;
  close: () => void;
}

interface ChannelListeners {
  onCount: (unread: number) => void;
  onCountRequest: () => void;
}

export function openUnreadTabChannel(
  userId: string,
  { onCount, onCountRequest }: ChannelListeners,
): UnreadTabChannel {
  const channel = new BroadcastChannel('colloquy-unread');
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || data['userId'] !== userId) return;
    if (typeof data['unread'] === 'number') onCount(data['unread']);
    else onCountRequest();
  };
  return {
    sendCount: (unread) => channel.postMessage({ userId, unread }),
    requestCount: () => channel.postMessage({ userId }),
    close: () => channel.close(),
  };
}
