/**
 * A disc with the first letter of a user's name, for a user without a picture. It is decorative:
 * the style sheet draws the letter, so that it is not part of a button's text. Rule
 * account-picture-fallback.
 */
export function NameInitial({ name }: { name: string }) {
  const firstLetter = [...name.trim()][0] ?? '?';
  return <span className="initial" aria-hidden="true" data-letter={firstLetter.toUpperCase()} />;
}
