import { paths } from '#/shared/lib/paths';

/** A piece of a text; with `to` it is an address of this site. */
export interface Piece {
  text: string;
  to?: string;
}

/** Addresses that a text may name. Any other word with a stroke before it stays a word. */
const known: ReadonlySet<string> = new Set([
  paths.characters.path,
  paths.blog.path,
  paths.copyright.path,
  paths.privacy.path,
  paths.refund.path,
  paths.terms.path,
  paths.about.path,
  paths.contact.path,
  paths.agreement.path,
  paths.guide.path,
  paths.knowledge.path,
]);

/** Divides a text at the addresses of this site in it, which become links (spec 2 §2). */
export function linked(text: string): Piece[] {
  return text
    .split(/(?<![\w/.])(\/[a-z]+(?:-[a-z]+)*)(?![\w/-])/)
    .filter((piece) => piece !== '')
    .map((piece) => (known.has(piece) ? { text: piece, to: piece } : { text: piece }));
}
