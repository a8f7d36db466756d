import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { beginReading, type Reading } from './playback';

/** The conversation whose replies are read aloud. */
export interface VoicePlace {
  client: QueryClient;
  sessionId: string;
  characterId: string;
  /** Name of the character. */
  name: string;
}

/** A reply as it is read aloud. */
export interface SpokenReply {
  key: string;
  id: string;
  content: string;
  status: string;
}

type Player = typeof import('../player/player');

let place: VoicePlace | null = null;
let player: Promise<Player> | null = null;

/** Sets the conversation of the page; null when it is left. */
export function setPlace(next: VoicePlace | null): void {
  place = next;
}

/** Fetches the code that makes sounds. A failed fetch is repeated by the next call. */
function loadPlayer(): Promise<Player> {
  player ??= import('../player/player').catch((error: unknown) => {
    player = null;
    throw error;
  });
  return player;
}

/** Calls `use` with the player, unless `signal` aborts first. A failure is told and ends the reading. */
export function withPlayer(
  use: (player: Player, place: VoicePlace) => unknown,
  reading?: Reading,
): void {
  const at = place;
  if (at === null) return;
  const run = async () => {
    const loaded = await loadPlayer();
    if (!reading?.signal.aborted) await use(loaded, at);
  };
  run().catch(() => {
    if (reading?.signal.aborted) return;
    reading?.end();
    toast.error(texts.voiceFailed, { id: texts.voiceFailed, duration: 4000 });
  });
}

/** Reads a stored reply aloud instead of what is being read (rule voice-playback). */
export function listen(reply: SpokenReply): void {
  const reading = beginReading(reply.key);
  withPlayer((loaded, at) => loaded.readReply(at, reply, reading), reading);
}
