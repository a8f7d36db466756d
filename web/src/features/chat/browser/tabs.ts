const channelName = 'colloquy-chat';

interface StartedNote {
  startedIn: string;
}

function isStartedNote(value: unknown): value is StartedNote {
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
    if (isStartedNote(data)) onStarted(data.startedIn);
  };
  return {
    announceStart: (startedIn) => channel.postMessage({ startedIn } satisfies StartedNote),
    close: () => channel.close(),
  };
}
