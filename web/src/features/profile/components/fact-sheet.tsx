import type { Profile } from '#/shared/api/types';

/** The checked ground under a character: life, dates, and where to read on. */
export function FactSheet({ facts }: { facts: Profile['facts'] }) {
  const { born, died, known_for: knownFor, dated, reading } = facts;
  const rows = [
    ['Born', born],
    ['Died', died],
    ['Known for', knownFor],
    ['Further reading', reading],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  if (rows.length === 0 && !dated?.length) return null;
  return (
    <section className="facts">
      <h2 className="display t4 facts__title">Facts</h2>
      <dl className="facts__rows">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {dated && dated.length > 0 && (
        <ol className="facts__dates" aria-label="Dates">
          {dated.map(({ year, text }) => (
            <li key={`${year} ${text}`}>
              <span className="display facts__year num">{year}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
