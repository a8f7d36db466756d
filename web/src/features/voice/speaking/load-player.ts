import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { beginReading, type Reading } from './playback';

/** A conversation whose replies are read aloud. */
export interface SpokenConversation {
  client: QueryClient;
  sessionId: string;
  characterId: string;
  /** Name of the character. */
  characterName: string;
}

/** A reply as it is read aloud. */
export interface SpokenReply {
  key: string;
  id: string;
  content: string;
  status: string;
}

type Player = typeof import('../player/player');

let spokenConversation: SpokenConversation | null = null;
let player: Promise<Player> | null = null;

/** Sets the conversation whose replies are read aloud; null when its page is left. */
export function setSpokenConversation(next: SpokenConversation | null): void {
  spokenConversation = next;
}

/** Loads the code that makes sounds. After a failure the next call tries again. */
function loadPlayer(): Promise<Player> {
  player ??= import('../player/player').catch((error: unknown) => {
    player = null;
    throw error;
  });
  return player;
}

/**
 * Loads the player and calls `callback` with it, unless the reading has ended. A failure ends the
 * reading and is shown (rule voice-failures).
 */
export function withPlayer(
  callback: (player: Player, place: SpokenConversation) => unknown,
  reading?: Reading,
): void {
  const conversation = spokenConversation;
  if (conversation === null) return;
  const loadAndCall = async () => {
    const loadedPlayer = await loadPlayer();
    if (!reading?.signal.aborted) await callback(loadedPlayer, conversation);
  };
  loadAndCall().catch(() => {
    if (reading?.signal.aborted) return;
    reading?.end();
    toast.error(texts.voiceFailed, { id: texts.voiceFailed, duration: 4000 });
  });
}

/** Reads a stored reply aloud instead of what is being read (rule voice-playback). */
export function readAloud(reply: SpokenReply): void {
  const reading = beginReading(reply.key);
  withPlayer((loaded, at) => loaded.readReply(at, reply, reading), reading);
}
