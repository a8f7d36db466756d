import { create } from 'zustand';
import { readText, writeText } from '#/shared/browser/storage';
import { withPlayer } from './load-player';
import { stopReading } from './playback';

interface SpeakReplies {
  on: boolean;
}

/**
 * The choice whether replies are read aloud. Both this browser and the server store it (rule
 * voice-speak-replies).
 */
export const useSpeakReplies = create<SpeakReplies>(() => ({
  on: readText('speak_replies') === 'on',
}));

/**
 * Speaks an empty text. Some browsers let a page speak by itself only after an utterance that began in the
 * handler of a press.
 */
function allowSpeaking(): void {
  if ('speechSynthesis' in window) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
}

/** Uses the choice stored by the server if this browser has none. */
export function adoptSpeakRepliesFromServer(on: boolean): void {
  if (readText('speak_replies') === null) useSpeakReplies.setState({ on });
}

/**
 * Sets and stores the choice. Call it in the handler of a press, so that browsers allow the speaking that
 * follows.
 */
export function setSpeakReplies(on: boolean): void {
  writeText('speak_replies', on ? 'on' : 'off');
  useSpeakReplies.setState({ on });
  if (on) allowSpeaking();
  else stopReading();
  withPlayer((player, { client }) => player.saveVoiceSettings(client, { autoplay: on }));
}
