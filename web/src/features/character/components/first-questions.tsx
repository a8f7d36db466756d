import { ArrowUpRight } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import type { GoalCharacter } from '#/features/auth';
import { newClientId } from '#/shared/lib/client-id';
import { useStartChat } from '../hooks/use-start-chat';
import '../styles/first-questions.css';

interface FirstQuestionsProps {
  character: GoalCharacter;
  /** Undefined while they are fetched. The list is then empty but has its full height. */
  questions: readonly string[] | undefined;
  /** Called before the chat or the login modal opens. */
  onChoose?: () => void;
}

/**
 * Questions with which a chat can begin. A press on a question opens the chat and sends the question
 * (rule chat-first-question).
 */
export function FirstQuestions({ character, questions, onChoose }: FirstQuestionsProps) {
  const startChat = useStartChat();
  const [clientIds] = useState(() => new Map<string, string>());
  const choose = (text: string, event: MouseEvent) => {
    // Ignores the second click of a double click.
    if (event.detail > 1) return;
    // A repeated press sends the same client id, so the server stores the message once.
    const clientId = clientIds.get(text) ?? newClientId();
    clientIds.set(text, clientId);
    onChoose?.();
    startChat(character, { text, clientId });
  };
  if (questions?.length === 0) return null;
  return (
    <ul className="first-questions" aria-label={`Ask ${character.name}`}>
      {questions?.map((text) => (
        <li key={text}>
          <button type="button" onClick={(event) => choose(text, event)}>
            <span>{text}</span>
            <ArrowUpRight size={18} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
