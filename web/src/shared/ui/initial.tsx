/**
 * Disc with the first letter, for people without a picture. Decorative: the style sheet draws the
 * letter, so that it is no part of the text of the button it stands in.
 */
export function Initial({ name }: { name: string }) {
  const first = [...name.trim()][0] ?? '?';
  return <span className="initial" aria-hidden="true" data-letter={first.toUpperCase()} />;
}
