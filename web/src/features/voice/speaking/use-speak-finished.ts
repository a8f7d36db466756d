import { useEffect, useRef } from 'react';
import { useSpeakReplies } from './speak-replies';
import { followVoices, silence, speak, useSpeaker } from './speaker';

/** A reply as this hook reads it. */
interface Reply {
  key: string;
  content: string;
  status: string;
}

/**
 * Reads the last reply of a conversation aloud when it is complete, if it was written while the page
 * watched and 'Speak replies' is on (rule voice-speak-replies). A stopped or failed reply is not read. A new reply and leaving
 * end the reading.
 */
export function useSpeakFinished(last: Reply | undefined): void {
  const watched = useRef<string | null>(null);
  useEffect(() => followVoices(), []);
  useEffect(() => silence, []);
  useEffect(() => {
    if (last === undefined) return;
    if (last.status === 'generating') {
      if (watched.current !== last.key) silence();
      watched.current = last.key;
    } else if (watched.current === last.key) {
      watched.current = null;
      const speaks = useSpeakReplies.getState().on && useSpeaker.getState().hasVoices;
      if (last.status === 'complete' && speaks) speak(last.key, last.content);
    }
  }, [last]);
}
