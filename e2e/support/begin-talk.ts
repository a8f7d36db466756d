import type { ChatScreen } from '../pages/chat-screen.ts';

type AnswerWith = (script: { pieces: string[] }) => Promise<void>;

/** Opens the chat, sends one message and waits for its reply `text`. */
export async function beginTalk(
  chat: ChatScreen,
  model: { answerWith: AnswerWith },
  text: string,
): Promise<void> {
  await model.answerWith({ pieces: [text] });
  await chat.open();
  await chat.sendAndAwait('What is an engine?', text);
  await chat.expectNoRunningReply();
}
