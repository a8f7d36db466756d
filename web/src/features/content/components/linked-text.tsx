import { Link } from '#/shared/ui/link';
import { linked } from '../model/linked';

/** A text in which paths of this site become links. */
export function LinkedText({ children }: { children: string }) {
  return linked(children).map(({ text, to }, index) => {
    if (to === undefined) return text;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice, and nothing moves
      <Link key={index} className="link" to={to}>
        {text}
      </Link>
    );
  });
}
