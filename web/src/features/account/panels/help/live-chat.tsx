import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { HelpQuestion } from '#/shared/api/types';
import { historyStateWithLetter } from '#/shared/lib/contact-letter';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { Field } from '#/shared/ui/field';
import { Link } from '#/shared/ui/link';
import { LinkedText } from '#/shared/ui/linked-text';
import { findAnswers } from '../../model/help-search';
import { texts } from '../../texts';

/** Longest question, in UTF-16 code units. */
const maxQuestionLength = 200;

interface ChatTurn {
  question: string;
  answers: HelpQuestion[];
}

interface LiveChatProps {
  questions: readonly HelpQuestion[];
  onClose: () => void;
}

function ChatAnswers({ answers }: Pick<ChatTurn, 'answers'>) {
  if (answers.length === 0) return <p>{texts.chatNoAnswer}</p>;
  return answers.map(({ id, question, answer }) => (
    <div key={id}>
      <p className="help-chat__question">{question}</p>
      <p>
        <LinkedText>{answer}</LinkedText>
      </p>
    </div>
  ));
}

/** A chat that answers in the browser, from the questions of Help & Support (rule help-chat). */
export function LiveChat({ questions, onClose }: LiveChatProps) {
  const [text, setText] = useState('');
  const [turns, setTurns] = useState<ChatTurn[]>([]);
  const log = useRef<HTMLDivElement>(null);
  const count = turns.length;
  useEffect(() => {
    const lastTurn = log.current?.lastElementChild;
    if (count > 0 && log.current && lastTurn instanceof HTMLElement) {
      log.current.scrollTop = lastTurn.offsetTop - log.current.offsetTop;
    }
  }, [count]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const question = text.trim();
    if (question === '') return;
    setTurns([...turns, { question, answers: findAnswers(questions, question) }]);
    setText('');
  };
  const askedQuestions = turns.map(({ question: asked }) => asked).join('\n');
  return (
    <Dialog className="help-chat" onClose={onClose}>
      <DialogTitle>Live Chat</DialogTitle>
      <p className="muted small">{texts.chatIntro}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className="help-chat__log" role="log" aria-label="Answers" tabIndex={0} ref={log}>
        {turns.map(({ question: asked, answers }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns have no identity and never move
          <div className="help-chat__turn" key={index}>
            <p className="help-chat__asked">{asked}</p>
            <ChatAnswers answers={answers} />
          </div>
        ))}
      </div>
      <form className="help-chat__form" aria-label="Ask a question" onSubmit={send}>
        <Field
          label="Your question"
          autoComplete="off"
          enterKeyHint="send"
          data-focus="true"
          maxLength={maxQuestionLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit">Send</Button>
      </form>
      <Link
        className="link help-chat__person"
        to={paths.contact.getHref()}
        state={historyStateWithLetter({ subject: texts.chatSubject, message: askedQuestions })}
      >
        Write to a person
      </Link>
    </Dialog>
  );
}
