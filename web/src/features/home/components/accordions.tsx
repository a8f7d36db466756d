import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { type Question, questionsOf, type Section } from '../model/section';

interface ItemProps {
  question: Question;
  open: boolean;
  onToggle: () => void;
}

function Item({ question, open, onToggle }: ItemProps) {
  const id = useId();
  return (
    <li className="accordion__item">
      <h3>
        <button
          type="button"
          className="accordion__head display"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
        >
          {question.title}
          {open ? <Minus size={22} aria-hidden="true" /> : <Plus size={22} aria-hidden="true" />}
        </button>
      </h3>
      <p id={id} className="accordion__body voice" hidden={!open}>
        {question.data}
      </p>
    </li>
  );
}

/** One open at a time; the first is open at the start, and a click on it closes it (spec 2 §2, section 8). */
export function Accordions({ section }: { section: Section }) {
  const questions = questionsOf(section);
  const [open, setOpen] = useState<string | null>(questions[0]?.key ?? null);
  if (questions.length === 0) return null;
  return (
    <section className="section wrap accordion">
      {section.imageUrl && (
        <div className="stamp c-plum accordion__picture">
          <div className="stamp__picture">
            <img
              src={section.imageUrl}
              alt={section.imageAlt}
              width={520}
              height={650}
              loading="lazy"
              decoding="async"
            />
          </div>
        </div>
      )}
      <div>
        <h2 className="display t2">{section.title}</h2>
        <p className="muted">{section.description}</p>
        <ul className="accordion__list">
          {questions.map((question) => (
            <Item
              key={question.key}
              question={question}
              open={open === question.key}
              onToggle={() => setOpen(open === question.key ? null : question.key)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
