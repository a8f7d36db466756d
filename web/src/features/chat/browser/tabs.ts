const channelName = 'colloquy-chat';

interface ReplyStartAnnouncement {
  startedIn: string;
}

function isReplyStartAnnouncement(value: unknown): value is ReplyStartAnnouncement {
  return (
    typeof value === 'object' &&
    value !== null &&
    'startedIn' in value &&
    typeof value.startedIn === 'string'
  );
}

/** Messages between the tabs of this browser. */
export interface TabChannel {
  /** Announces to the other tabs that a reply has started. */
  announceStart: (sessionId: string) => void;
  close: () => void;
}

export function openTabChannel(onStarted: (sessionId: string) => void): TabChannel {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isReplyStartAnnouncement(data)) onStarted(data.startedIn);
  };
  return {
    announceStart: (startedIn) =>
      channel.postMessage({ startedIn } satisfies ReplyStartAnnouncement),
    close: () => channel.close(),
  };
}
