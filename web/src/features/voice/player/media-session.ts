interface MediaKeys {
  play: () => void;
  pause: () => void;
  stop: () => void;
}

/** Shows what plays in the media controls of the system, and handles their keys until `signal` aborts. */
export function showInMediaControls(name: string, keys: MediaKeys, signal: AbortSignal): void {
  if (!('mediaSession' in navigator) || !('MediaMetadata' in window)) return;
  const { mediaSession } = navigator;
  const actions = ['play', 'pause', 'stop'] as const;
  mediaSession.metadata = new MediaMetadata({ title: name, artist: 'Colloquy' });
  for (const action of actions) mediaSession.setActionHandler(action, keys[action]);
  signal.addEventListener('abort', () => {
    mediaSession.metadata = null;
    for (const action of actions) mediaSession.setActionHandler(action, null);
  });
}
