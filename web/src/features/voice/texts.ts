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
  // rule voice-failures
  voiceFailed: 'Failed to generate character voice. Please try again.',
  notSaved: 'Your voice settings could not be saved. They apply on this page only.',
  // rule voice-dictation-language
  savedInBrowser:
    'Your choice could not be saved for your account. It applies in this browser only.',
  // rule voice-dictation-failures
  microphoneRefused:
    'The microphone is blocked for this page. Allow it in your browser’s settings, then try again.',
  noMicrophone: 'No microphone was found. Connect one, then try again.',
  nothingHeard: 'Nothing was heard. Speak a little closer to the microphone.',
  dictationOffline: 'Your browser cannot reach its dictation service. Type instead, or try again.',
  languageUnknown: 'Your browser cannot write down this language. Choose another one.',
  dictationFailed: 'Dictation does not work here right now. Type instead, or try again.',
} as const;
