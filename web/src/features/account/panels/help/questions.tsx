import { clsx } from 'clsx';
import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { HelpContent, HelpQuestion } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { LinkedText } from '#/shared/ui/linked-text';
import { allCategories, filterQuestions } from '../../model/help-search';

interface QuestionProps {
  question: HelpQuestion;
  isOpen: boolean;
  onToggle: () => void;
}

function Question({ question: { question, answer }, isOpen, onToggle }: QuestionProps) {
  const id = useId();
  const Sign = isOpen ? Minus : Plus;
  return (
    <li className="help-question">
      <h3>
        <button
          type="button"
          className="help-question__head"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          {question}
          <Sign size={18} aria-hidden="true" />
        </button>
      </h3>
      <p className="voice help-question__answer" id={id} hidden={!isOpen}>
        <LinkedText>{answer}</LinkedText>
      </p>
    </li>
  );
}

interface QuestionsProps {
  help: HelpContent;
  /** What is typed into the search box. */
  search: string;
  onClear: () => void;
}

/** The questions, filtered by category and text (rule help-search). */
export function Questions({ help, search, onClear }: QuestionsProps) {
  const [category, setCategory] = useState(allCategories);
  const [openedId, setOpened] = useState(help.questions[0]?.id ?? '');
  const shownQuestions = filterQuestions(help.questions, category, search);
  const categories = [{ key: allCategories, name: 'All' }, ...help.categories];
  const clear = () => {
    setCategory(allCategories);
    onClear();
  };
  return (
    <section aria-labelledby="help-questions">
      <h2 className="display t3" id="help-questions">
        Frequently asked
      </h2>
      <fieldset className="chips help-categories">
        <legend className="visually-hidden">Category</legend>
        {categories.map(({ key, name }) => (
          <button
            key={key}
            type="button"
            className={clsx('chip', key === category && 'chip--active')}
            aria-pressed={key === category}
            onClick={() => setCategory(key)}
          >
            {name}
          </button>
        ))}
      </fieldset>
      <p className="visually-hidden" role="status">
        {shownQuestions.length === 1 ? '1 answer' : `${shownQuestions.length} answers`}
      </p>
      {shownQuestions.length === 0 ? (
        <EmptyState
          title="No answers found"
          help="Try other words, or ask us."
          action={
            <Button look="line" size="sm" onClick={clear}>
              Clear search
            </Button>
          }
        />
      ) : (
        <ul className="help-questions">
          {shownQuestions.map((question) => (
            <Question
              key={question.id}
              question={question}
              isOpen={question.id === openedId}
              onToggle={() => setOpened(question.id === openedId ? '' : question.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
