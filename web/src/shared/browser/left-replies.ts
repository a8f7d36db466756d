const channelName = 'colloquy-left-replies';

/** Calls `listener` with the conversations that any tab of this browser leaves while a reply runs. */
export function onLeftReply(listener: (sessionId: string) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') listener(data);
  };
  return () => channel.close();
}

/** Tells all tabs, this one too, that this tab no longer reads the running reply of a conversation. */
export function announceLeftReply(sessionId: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(sessionId);
  channel.close();
}
