import { paths } from './paths';

/** A piece of a text. With `to` it is a link to that page, and its text is the page's title. */
export interface TextPiece {
  text: string;
  to?: string;
}

/**
 * Paths that become links, with the titles of their pages. Any other word that begins with a slash stays text
 * (rule help-content).
 */
const titleByPath: ReadonlyMap<string, string> = new Map([
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

/** Splits a text at the paths of this site. Each path becomes a link with the title of its page. */
export function splitAtPaths(text: string): TextPiece[] {
  return text
    .split(/(?<![\w/.])(\/[a-z]+(?:-[a-z]+)*)(?![\w/-])/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const title = titleByPath.get(piece);
      return title === undefined ? { text: piece } : { text: title, to: piece };
    });
}
