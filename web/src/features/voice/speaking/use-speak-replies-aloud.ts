import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { updateServerVoiceStore } from './can-listen';
import {
  type SpokenConversation,
  type SpokenReply,
  setSpokenConversation,
  withPlayer,
} from './load-player';
import { beginReading, type Reading, stopReading } from './playback';
import { useSpeakReplies } from './speak-replies';

interface ReplySource {
  subscribe: (listener: () => void) => () => void;
  /** The last reply with the text that is shown; undefined if there is none. */
  read: () => SpokenReply | undefined;
}

/** Called with the reply that is read aloud, each time the text of the reply has grown. */
type GrowingReplyListener = (reply: SpokenReply) => void;

function beginReadingAloud(key: string, read: ReplySource['read']): GrowingReplyListener {
  const reading: Reading = beginReading(key);
  let follower: GrowingReplyListener | null = null;
  withPlayer(async (player, conversation) => {
    follower = await player.followReply(conversation, reading);
    const reply = read();
    if (reply?.key === key) follower(reply);
  }, reading);
  return (reply) => follower?.(reply);
}

/**
 * Reads each reply of a conversation aloud while it is written (rule voice-speak-replies). 'Speak replies' must
 * be on when the reply begins. The reading ends when a new reply begins and when the reply is stopped or fails.
 * It also ends when the user leaves the conversation.
 */
export function useSpeakRepliesAloud(
  { sessionId, characterId, characterName }: Omit<SpokenConversation, 'client'>,
  source: ReplySource,
): void {
  const client = useQueryClient();
  const latestSource = useRef(source);
  useEffect(() => {
    setSpokenConversation({ client, sessionId, characterId, characterName });
    updateServerVoiceStore();
    return () => {
      stopReading();
      setSpokenConversation(null);
    };
  }, [client, sessionId, characterId, characterName]);
  useEffect(() => {
    let watched: string | null = null;
    let follower: GrowingReplyListener | null = null;
    const { subscribe, read } = latestSource.current;
    const endReading = () => {
      if (follower !== null) stopReading();
      follower = null;
    };
    const followLastReply = () => {
      const reply = read();
      if (reply === undefined) return;
      const { key, status } = reply;
      if (status === 'generating') {
        if (watched !== key) {
          watched = key;
          stopReading();
          follower = useSpeakReplies.getState().on ? beginReadingAloud(key, read) : null;
        }
        follower?.(reply);
      } else if (watched === key) {
        if (status === 'complete') follower?.(reply);
        else endReading();
        watched = null;
      }
    };
    followLastReply();
    return subscribe(followLastReply);
  }, []);
}
