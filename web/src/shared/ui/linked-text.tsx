import { splitAtPaths } from '../lib/split-at-paths';
import { Link } from './link';

/** A text in which paths of this site become links. */
export function LinkedText({ children }: { children: string }) {
  return splitAtPaths(children).map(({ text, to }, index) => {
    if (to === undefined) return text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice, and nothing moves
      <Link key={index} className="link" to={to}>
        {text}
      </Link>
    );
  });
}
