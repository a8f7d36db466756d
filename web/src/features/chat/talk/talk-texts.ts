/** The longest title in code points; the server has the same limit (rule chats-title). */
export const maxTitleLength = 80;

/** Texts of the talk menu and its dialogs (rules chat-talk-menu, chat-earlier-talks). */
export const talkTexts = {
  rename: 'Rename',
  renamed: 'The new title is saved.',
  renameFailed: 'The title could not be saved. Please try again.',
  titleTooLong: `At most ${maxTitleLength} characters.`,
  startOver: 'Start over',
  startedOver: 'A new talk begins. The former one is under Earlier talks.',
  startOverFailed: 'The talk could not be started over. Please try again.',
  earlier: 'Earlier talks',
  noEarlier: 'No earlier talks',
  noEarlierHelp: 'Start over, and what was said until then is kept here.',
  earlierFailed: 'The earlier talks did not arrive.',
  archiveFailed: 'The messages of this talk did not arrive.',
  olderFailed: 'The messages before these did not arrive.',
  ofEdit: 'Put aside when you edited a message',
  restore: 'Bring this talk back',
  restoreNote: 'The talk that is open now takes its place here.',
  restored: 'The earlier talk is back.',
  restoreFailed: 'The talk could not be brought back. Please try again.',
  exportMarkdown: 'Export as Markdown',
  exportJson: 'Export as JSON',
} as const;

/** What Start over says before it is done (rule chat-start-over-asks). */
export const startOverText = (name: string) =>
  `${name} begins again with the greeting. The messages until now are kept in an archive, under ${talkTexts.earlier}. What ${name} remembers of you stays.`;

export const untitledText = (name: string) => `Without a title the talk is called ${name}.`;

export const messageCountText = (count: number) =>
  count === 1 ? '1 message' : `${count} messages`;
