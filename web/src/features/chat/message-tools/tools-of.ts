import { type ChatMessage, hasFailed, hasStoredId } from '../state/message';

/** What can be done with a message now. */
export interface AllowedTools {
  edit: boolean;
  /** True for a last message without a reply, for which a reply can be generated. */
  askForReply: boolean;
  flip: boolean;
  regenerate: boolean;
  continue: boolean;
  rate: boolean;
  report: boolean;
  remove: boolean;
}

/**
 * The tools of the message at `index` of the log. `isChatClosed` is true if nothing can be sent. The greeting
 * cannot be deleted or written again (rules messages-versions, messages-delete, messages-continue).
 */
export function toolsOf(
  messages: readonly ChatMessage[],
  index: number,
  isChatClosed: boolean,
): AllowedTools {
  const message = messages[index];
  const isStored = message !== undefined && hasStoredId(message) && message.status !== 'generating';
  const isReply = isStored && !message.isUser;
  const isOwnMessage = isStored && message.isUser;
  const isLastOfOpenChat = !isChatClosed && index === messages.length - 1;
  const isAnswer = isReply && message.replyTo !== '';
  const regenerate = isLastOfOpenChat && isAnswer && messages[index - 1]?.isUser === true;
  return {
    edit: isOwnMessage && !isChatClosed,
    askForReply: isLastOfOpenChat && isOwnMessage,
    flip: isLastOfOpenChat && isAnswer && message.versions.length > 1,
    regenerate,
    continue:
      regenerate && message.content !== '' && (hasFailed(message) || message.status === 'stopped'),
    rate: isReply && message.content !== '',
    report: isReply && message.content !== '',
    remove: isOwnMessage || isAnswer,
  };
}
