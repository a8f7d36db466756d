export const texts = {
  listen: 'Listen',
  stop: 'Stop reading',
  speakReplies: 'Speak replies',
  dictate: 'Dictate',
  endDictation: 'Stop dictation',
  listening: 'Listening...',
  noAudio: 'No audio content available for playback.',
  playbackFailed: 'Failed to play audio. Please check your audio settings.',
  microphoneRefused:
    'The microphone is blocked for this page. Allow it in your browser’s settings, then try again.',
  noMicrophone: 'No microphone was found. Connect one, then try again.',
  nothingHeard: 'Nothing was heard. Speak a little closer to the microphone.',
  dictationOffline: 'Your browser cannot reach its dictation service. Type instead, or try again.',
  dictationFailed: 'Dictation does not work here right now. Type instead, or try again.',
} as const;
