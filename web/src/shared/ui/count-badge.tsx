import './styles/count-badge.css';

/** Largest number that is drawn. */
const largest = 99;

/** A small number at the corner of a control; nothing for 0. Decorative: the control's name says the number. */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span className="count-badge num" aria-hidden="true">
      {count > largest ? `${largest}+` : count}
    </span>
  );
}
