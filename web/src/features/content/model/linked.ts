import { paths } from '#/shared/lib/paths';

/** A piece of a text; with `to` it is a link to a page of this site, and the text is its title. */
export interface Piece {
  text: string;
  to?: string;
}

/** Titles of the pages that a text may name by address. Any other word after a slash stays a word. */
const titles: ReadonlyMap<string, string> = new Map([
  [paths.characters.path, 'Characters'],
  [paths.blog.path, 'Blog'],
  [paths.copyright.path, 'Copyright Policy'],
  [paths.privacy.path, 'Privacy Policy'],
  [paths.refund.path, 'Refund Policy'],
  [paths.terms.path, 'Terms of Use'],
  [paths.about.path, 'About Us'],
  [paths.contact.path, 'Contact Us'],
  [paths.agreement.path, 'User Agreement'],
  [paths.guide.path, 'Community Guidelines'],
  [paths.knowledge.path, 'Knowledge Base'],
]);

/** Divides a text at the addresses of this site in it, which become links named by their page's title. */
export function linked(text: string): Piece[] {
  return text
    .split(/(?<![\w/.])(\/[a-z]+(?:-[a-z]+)*)(?![\w/-])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const title = titles.get(piece);
      return title === undefined ? { text: piece } : { text: title, to: piece };
    });
}
