/** Texts of recorded dictation, which load with it (rules voice-dictation-kept, voice-dictation-failures). */
export const recordingTexts = {
  secondsLeft: (seconds: number) => `${seconds} s left`,
  endsSoon: (longest: number, left: number) =>
    `A recording has at most ${longest} seconds. ${left} are left.`,
  repeat: 'Try again',
  cancel: 'Cancel',
  microphoneInUse:
    'The microphone cannot be used. Another program may be using it: close that, then try again.',
  recordingFailed: 'The recording broke off. Check your microphone, then try again.',
  loginEnded: 'Your login has ended. Log in again, then dictate once more.',
  tooLarge: 'The recording is too long. Dictate in shorter parts.',
  nothingRecorded: 'Nothing was recorded. Check your microphone, then try again.',
  busy: 'Too many recordings are being written down right now. Wait a moment, then try again.',
  busyFor: (seconds: number) =>
    `Too many recordings are being written down right now. Try again in ${seconds} s.`,
  notSetUp: 'Dictation is not available here any more. Type instead.',
  unreachable: 'The server cannot be reached. Check your connection, then try again.',
  late: 'Writing it down took too long. Type instead, or try again.',
  notWritten: 'What you said could not be written down. Type instead, or try again.',
} as const;
