import { create } from 'zustand';
import { readText, writeText } from '#/shared/browser/storage';
import { silence } from './playback';
import { withPlayer } from './voice';

interface SpeakReplies {
  on: boolean;
}

/** The choice whether replies are read aloud. The browser remembers it beside the server. */
export const useSpeakReplies = create<SpeakReplies>(() => ({
  on: readText('speak_replies') === 'on',
}));

/** Some browsers speak unasked only after a first utterance that a press began. */
function allowSpeaking(): void {
  if ('speechSynthesis' in window) speechSynthesis.speak(new SpeechSynthesisUtterance(''));
}

/** Takes over the choice that the server has, if this browser has none of its own. */
export function adoptSpeakReplies(on: boolean): void {
  if (readText('speak_replies') === null) useSpeakReplies.setState({ on });
}

/** Call it in the handler of a press: browsers then allow the speaking that follows. */
export function setSpeakReplies(on: boolean): void {
  writeText('speak_replies', on ? 'on' : 'off');
  useSpeakReplies.setState({ on });
  if (on) allowSpeaking();
  else silence();
  withPlayer((player, { client }) => player.saveSettings(client, { autoplay: on }));
}
