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

/** The other tabs of this browser. */
export interface Tabs {
  /** Tells them that a reply has started in a conversation. */
  tellStarted: (sessionId: string) => void;
  close: () => void;
}

export function openTabs(onStarted: (sessionId: string) => void): Tabs {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isStartedNote(data)) onStarted(data.startedIn);
  };
  return {
    tellStarted: (startedIn) => channel.postMessage({ startedIn } satisfies StartedNote),
    close: () => channel.close(),
  };
}
