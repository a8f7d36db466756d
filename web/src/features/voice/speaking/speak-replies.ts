import { create } from 'zustand';
import { readText, writeText } from '#/shared/browser/storage';
import { allowSpeaking, silence } from './speaker';

interface SpeakReplies {
  on: boolean;
}

/** The choice of this browser whether finished replies are read aloud. */
export const useSpeakReplies = create<SpeakReplies>(() => ({
  on: readText('speak_replies') === 'on',
}));

/** Call it in the handler of a press: browsers then allow the speaking that follows. */
export function setSpeakReplies(on: boolean): void {
  writeText('speak_replies', on ? 'on' : 'off');
  useSpeakReplies.setState({ on });
  if (on) allowSpeaking();
  else silence();
}
