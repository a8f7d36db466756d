import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { categoryInk, openCharacter, StampCard, tierOf } from '#/features/character';
import { paths } from '#/shared/lib/paths';
import { charactersOf, type Question, questionsOf, type Section } from '../model/section';

interface QuestionItemProps {
  question: Question;
  isOpen: boolean;
  onToggle: () => void;
}

function QuestionItem({ question, isOpen, onToggle }: QuestionItemProps) {
  const id = useId();
  return (
    <li className="accordion__item">
      <h3>
        <button
          type="button"
          className="accordion__head display"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        >
          {question.title}
          {isOpen ? <Minus size={22} aria-hidden="true" /> : <Plus size={22} aria-hidden="true" />}
        </button>
      </h3>
      <p id={id} className="accordion__body voice" hidden={!isOpen}>
        {question.answerText}
      </p>
    </li>
  );
}

/** The picture beside the questions. It links to the character that the section names, if any. */
function SidePicture({ section }: { section: Section }) {
  const [character] = charactersOf(section);
  if (!section.imageUrl) return null;
  if (character) {
    return (
      <div className="accordion__picture">
        <StampCard
          name={character.name}
          pictureUrl={section.imageUrl}
          ink={categoryInk(character.category)}
          tier={tierOf(character)}
          href={paths.profile.getHref(character.slug)}
          onOpen={() => openCharacter(character)}
          hasHeading={false}
        />
      </div>
    );
  }
  return (
    <div className="stamp accordion__picture">
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
  );
}

/**
 * Questions with answers, of which at most one is open. At the start the question with `isOpen` is open, or
 * else the first (rule home-questions).
 */
export function Accordions({ section }: { section: Section }) {
  const questions = questionsOf(section);
  const firstOpenQuestion = questions.find(({ isOpen }) => isOpen) ?? questions[0];
  const [openKey, setOpenKey] = useState<string | null>(firstOpenQuestion?.key ?? null);
  if (questions.length === 0) return null;
  return (
    <section className="section wrap accordion">
      <SidePicture section={section} />
      <div>
        <div className="section__words">
          <h2 className="display t2">{section.title}</h2>
          {section.subtitle && <p className="voice">{section.subtitle}</p>}
          {section.description && <p className="muted">{section.description}</p>}
        </div>
        <ul className="accordion__list">
          {questions.map((question) => (
            <QuestionItem
              key={question.key}
              question={question}
              isOpen={openKey === question.key}
              onToggle={() => setOpenKey(openKey === question.key ? null : question.key)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
