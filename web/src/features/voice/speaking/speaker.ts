import { create } from 'zustand';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';
import { spokenText, utterances } from './spoken-text';

interface Speaker {
  /** The browser has voices. They are found some time after the start of the page. */
  hasVoices: boolean;
  /** Key of the message that is read aloud. */
  speaking: string | null;
}

/** The one voice of this page. */
export const useSpeaker = create<Speaker>(() => ({ hasVoices: false, speaking: null }));

function synthesis(): SpeechSynthesis | undefined {
  return 'speechSynthesis' in window ? window.speechSynthesis : undefined;
}

/** Follows whether the browser has voices. Returns the end of it. */
export function followVoices(): () => void {
  const speech = synthesis();
  const update = () => {
    const hasVoices = (speech?.getVoices().length ?? 0) > 0;
    if (useSpeaker.getState().hasVoices !== hasVoices) useSpeaker.setState({ hasVoices });
  };
  update();
  speech?.addEventListener?.('voiceschanged', update);
  return () => speech?.removeEventListener?.('voiceschanged', update);
}

/**
 * The utterances of the running reading: events of others are late. Chromium drops the
 * events of utterances that nothing holds.
 */
let held: SpeechSynthesisUtterance[] = [];

/** Ends what is read aloud. */
export function silence(): void {
  held = [];
  useSpeaker.setState({ speaking: null });
  synthesis()?.cancel();
}

/** Some browsers speak unasked only after a first utterance that a press began. */
export function allowSpeaking(): void {
  synthesis()?.speak(new SpeechSynthesisUtterance(''));
}

function isCut(event: SpeechSynthesisErrorEvent): boolean {
  return event.error === 'canceled' || event.error === 'interrupted';
}

/** Reads a reply aloud instead of what is being read (rule voice-browser). `key` is that of its message. */
export function speak(key: string, markdown: string): void {
  silence();
  const speech = synthesis();
  const parts = utterances(spokenText(markdown));
  if (speech === undefined || parts.length === 0) {
    toast.error(texts.noAudio, { id: texts.noAudio });
    return;
  }
  useSpeaker.setState({ speaking: key });
  const reading = parts.map((part) => new SpeechSynthesisUtterance(part));
  held = reading;
  const isCurrent = () => held === reading;
  for (const utterance of reading) {
    utterance.rate = 1;
    utterance.pitch = 1;
    utterance.volume = 1;
    utterance.onerror = (event) => {
      if (!isCurrent() || isCut(event)) return;
      silence();
      toast.error(texts.playbackFailed, { id: texts.playbackFailed });
    };
    utterance.onend = () => {
      if (isCurrent() && utterance === reading.at(-1)) silence();
    };
    speech.speak(utterance);
  }
}
