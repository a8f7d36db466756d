import { Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Coin, categoryInk } from '#/features/character';
import type { Session } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { dialHeight, dialPaths, dialWidth, dialX } from './dial-lines';
import './year-dial.css';
import { useSetYear } from './year-mutation';
import { yearText } from './year-text';
import { speakFromYearText, yearEffectText, yearTexts } from './year-texts';

type Moment = NonNullable<Session['moments']>[number];

interface YearDialProps {
  session: Session;
  userId: string;
  onClose: () => void;
}

/** The index of the last moment that is not after the year. Without a year, the index of the present moment. */
function momentIndex(year: number | null, moments: readonly Moment[]): number {
  return Math.max(
    0,
    moments.findLastIndex((one) => (year === null ? one.present : one.year <= year)),
  );
}

function momentText({ label, place }: Moment): string {
  return place ? `${label}, ${place}` : label;
}

/** Chooses the year from which the character speaks (rule chat-year-panel). */
export function YearDial({ session, userId, onClose }: YearDialProps) {
  const { character, moments = [], year } = session;
  const [at, setAt] = useState(() => momentIndex(year, moments));
  const setYearMutation = useSetYear(session, userId, onClose);
  const id = useId();
  const moment = moments[at];
  if (!moment) return null;
  const text = yearText(moment.year);
  const x = dialX(at, moments.length);
  return (
    <div className="year-dial">
      <div className="year-dial__choice">
        <IconButton
          label={yearTexts.earlier}
          outlined
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        >
          <Minus size={18} aria-hidden="true" />
        </IconButton>
        <output className="year-dial__year" htmlFor={id}>
          <span className="display year-dial__number">{text}</span>
          <span className="small">{momentText(moment)}</span>
        </output>
        <IconButton
          label={yearTexts.later}
          outlined
          disabled={at === moments.length - 1}
          onClick={() => setAt(at + 1)}
        >
          <Plus size={18} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="year-dial__scale">
        <svg
          className="year-dial__lines"
          viewBox={`0 0 ${dialWidth} ${dialHeight}`}
          fill="none"
          aria-hidden="true"
        >
          {dialPaths(x).map((path) => (
            <path key={path} d={path} />
          ))}
        </svg>
        <span className="year-dial__crest" style={{ left: `${(x / dialWidth) * 100}%` }}>
          <Coin pictureUrl={character.coin_url} ink={categoryInk(character.category)} size={44} />
        </span>
        <input
          id={id}
          type="range"
          aria-label={yearTexts.range}
          aria-valuetext={`${text}, ${momentText(moment)}`}
          min={0}
          max={moments.length - 1}
          step={1}
          value={at}
          onChange={({ target }) => setAt(target.valueAsNumber)}
        />
        <ol className="year-dial__marks" aria-hidden="true">
          {moments.map((one) => (
            <li key={one.year}>{yearText(one.year)}</li>
          ))}
        </ol>
      </div>
      <p className="small muted">{yearEffectText(character.name, text)}</p>
      <Button
        busy={setYearMutation.isPending}
        disabled={year === null ? moment.present : moment.year === year}
        onClick={() => setYearMutation.mutate(moment.year)}
      >
        {speakFromYearText(text)}
      </Button>
      {year !== null && (
        <Button
          look="line"
          busy={setYearMutation.isPending}
          onClick={() => setYearMutation.mutate(null)}
        >
          {yearTexts.takeOff}
        </Button>
      )}
    </div>
  );
}
