import './styles/count-badge.css';

/** Largest number that is drawn (rule notifications-one-connection). */
const maxCount = 99;

/**
 * A small number at the corner of a control; nothing for 0. It is decorative, because the control's name says
 * the number. The style sheet draws the number, so that it is not part of the control's text.
 */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  const shownCount = count > maxCount ? `${maxCount}+` : count;
  return <span className="count-badge num" aria-hidden="true" data-count={shownCount} />;
}
