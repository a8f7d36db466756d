export const texts = {
  listen: 'Listen',
  stop: 'Stop reading',
  speakReplies: 'Speak replies',
  dictate: 'Dictate',
  endDictation: 'Stop dictation',
  cancelDictation: 'Cancel dictation',
  dictationLanguage: 'Language of dictation',
  waiting: 'Waiting for the microphone...',
  listening: 'Listening...', // rule voice-dictation
  writing: 'Writing it down...',
  notWritten: 'Not written down',
  // rules voice-browser, voice-failures
  noAudio: 'No audio content available for playback.',
  noVoices: 'This browser has no voice, and the server has none either. Try another browser.',
  insufficientFunds: 'Insufficient funds for voice generation. Please add funds to your wallet.',
  accessDenied: 'Access denied to this character voice.',
  tooMany: 'Too many voice requests. Please wait before trying again.',
  serverError: 'Server error. Please try again later.',
  unavailable: 'Service temporarily unavailable. Please try again later.',
  voiceFailed: 'Failed to generate character voice. Please try again.',
  corrupted: 'Failed to play audio. The audio file may be corrupted.',
  notSaved: 'Your voice settings could not be saved. They apply on this page only.',
  // rule voice-dictation-language
  savedInBrowser:
    'Your choice could not be saved for your account. It applies in this browser only.',
  speed: (speed: number) => `Speed ${speed}`,
  playbackFailed: 'Failed to play audio. Please check your audio settings.',
  // rule voice-dictation-failures
  microphoneRefused:
    'The microphone is blocked for this page. Allow it in your browser’s settings, then try again.',
  noMicrophone: 'No microphone was found. Connect one, then try again.',
  nothingHeard: 'Nothing was heard. Speak a little closer to the microphone.',
  dictationOffline: 'Your browser cannot reach its dictation service. Type instead, or try again.',
  languageUnknown: 'Your browser cannot write down this language. Choose another one.',
  dictationFailed: 'Dictation does not work here right now. Type instead, or try again.',
} as const;
