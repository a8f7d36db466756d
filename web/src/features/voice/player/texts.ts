export const texts = {
  // rules voice-browser, voice-failures
  noAudio: 'No audio content available for playback.',
  // rule voice-browser
  noVoices: 'This browser has no voice, and the server has none either. Try another browser.',
  insufficientFunds: 'Insufficient funds for voice generation. Please add funds to your wallet.',
  accessDenied: 'Access denied to this character voice.',
  tooMany: 'Too many voice requests. Please wait before trying again.',
  serverError: 'Server error. Please try again later.',
  unavailable: 'Service temporarily unavailable. Please try again later.',
  corrupted: 'Failed to play audio. The audio file may be corrupted.',
  speed: (speed: number) => `Speed ${speed}`,
  // rules voice-browser, voice-failures
  playbackFailed: 'Failed to play audio. Please check your audio settings.',
} as const;
