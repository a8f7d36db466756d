import { create } from 'zustand';
import { withPlayer } from './load-player';

/** Whether a voice of the server was found. */
export const useServerVoice = create(() => ({ found: false }));

function hasSynthesis(): boolean {
  return 'speechSynthesis' in window;
}

/**
 * Whether replies can be read aloud: by the browser, or by the server with the voice that
 * `updateServerVoiceStore` found (rule voice-listen-hidden).
 */
export function useCanListen(): boolean {
  const { found } = useServerVoice();
  return found || hasSynthesis();
}

/** If the browser has no synthesis, asks the server whether it has a voice. */
export function updateServerVoiceStore(): void {
  if (hasSynthesis()) return;
  withPlayer(async (player, { client }) => {
    const { provider } = await player.fetchVoiceSettings(client);
    useServerVoice.setState({ found: provider === 'server' });
  });
}
