import type { Profile } from '#/shared/api/types';

type FactRow = readonly [label: string, text: string | undefined];

/** A definition list; nothing if it has no rows. */
function FactList({ rows }: { rows: readonly FactRow[] }) {
  const knownRows = rows.filter(([, text]) => text);
  if (knownRows.length === 0) return null;
  return (
    <dl className="facts__rows">
      {knownRows.map(([label, text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The facts about a character: life, dates and links to sources. */
export function FactSheet({ facts }: { facts: Profile['facts'] }) {
  const { born, died, known_for: knownFor, dated, reading } = facts;
  const lifeRows = [
    ['Born', born],
    ['Died', died],
    ['Known for', knownFor],
  ] as const;
  const datedFacts = dated ?? [];
  if (datedFacts.length === 0 && !reading && lifeRows.every(([, text]) => !text)) return null;
  return (
    <section className="facts">
      <h2 className="display t4 facts__title">Facts</h2>
      <FactList rows={lifeRows} />
      {datedFacts.length > 0 && (
        <ol className="facts__dates" aria-label="Dates">
          {datedFacts.map(({ year, text }) => (
            <li key={`${year} ${text}`}>
              <span className="display facts__year num">{year}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
      <FactList rows={[['Further reading', reading]]} />
    </section>
  );
}
