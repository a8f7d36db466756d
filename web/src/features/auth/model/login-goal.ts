/** The character that a visitor logs in for, as the dialogs show it. */
export interface GoalCharacter {
  slug: string;
  name: string;
  /** Address of the engraving at the left of the form. */
  profile_pic: string;
  /** Address of the round picture, which phones show. */
  coin_url: string;
}

/** What a visitor logs in for. The dialogs name it (rule accounts-login-goal). */
export interface LoginGoal {
  aim: 'talk' | 'like' | 'follow' | 'comment' | 'discuss' | 'unlock';
  /** A slug or id if only that is known. The dialogs then fetch the character. */
  character: GoalCharacter | string;
  /** A first question, which is sent after the login. */
  question?: string | undefined;
}

/** The text before the name of the character. */
const aimTexts: Readonly<Record<LoginGoal['aim'], string>> = {
  talk: 'to talk with',
  like: 'to like',
  follow: 'to follow',
  comment: 'to comment on',
  discuss: 'to join the comments on',
  unlock: 'to unlock',
};

/** The line under the title of a dialog, such as 'to talk with Ada Lovelace'. */
export function goalText({ aim, question }: LoginGoal, name: string): string {
  return question === undefined ? `${aimTexts[aim]} ${name}` : `to ask ${name}`;
}
