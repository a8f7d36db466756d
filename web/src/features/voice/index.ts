export { DictationButton } from './dictation/dictation-button';
export { ListenButton } from './speaking/listen-button';
export { stopReading } from './speaking/playback';
export { SpeakSwitch } from './speaking/speak-switch';
export { useSpeakRepliesAloud } from './speaking/use-speak-replies-aloud';
