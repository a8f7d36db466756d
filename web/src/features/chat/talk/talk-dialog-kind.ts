/** What the menu of a talk opens. */
export type TalkDialogKind = 'rename' | 'start-over' | 'archives';
