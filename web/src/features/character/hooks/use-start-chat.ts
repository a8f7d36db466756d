import { type GoalCharacter, useRequireLogin } from '#/features/auth';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { type ChatQuestion, historyStateWithQuestion } from '#/shared/lib/chat-question';
import { paths } from '#/shared/lib/paths';

/**
 * Returns the function that opens the chat with a character. The chat screen creates the conversation. A
 * visitor logs in first (rules catalogue-card, catalogue-lets-talk, profile-chat-link, access-login-first).
 * With a question, the chat sends the question when it opens (rule chat-first-question).
 */
export function useStartChat() {
  const navigate = useNavigate();
  const requireLogin = useRequireLogin();
  return (character: GoalCharacter, question?: ChatQuestion) => {
    const openChat = () =>
      navigate(paths.chat.getHref(character.slug), { state: historyStateWithQuestion(question) });
    requireLogin(openChat, { aim: 'talk', character, question: question?.text })();
  };
}
