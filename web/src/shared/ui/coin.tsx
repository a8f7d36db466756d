import { clsx } from 'clsx';
import type { Ink } from '#/shared/lib/category-ink';

interface CoinProps {
  /** Address of the coin cut; larger cuts shimmer below 120px. */
  picture: string;
  ink: Ink;
  /** Diameter in CSS pixels. */
  size?: number;
  className?: string;
}

/** A round portrait. Decorative: the name always stands beside it. */
export function Coin({ picture, ink, size = 40, className }: CoinProps) {
  return (
    <img
      className={clsx('coin', `c-${ink}`, className)}
      src={picture}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}

/**
 * Disc with the first letter, for people without a picture. Decorative: the style sheet draws the
 * letter, so that it is no part of the text of the button it stands in.
 */
export function Initial({ name }: { name: string }) {
  const first = [...name.trim()][0] ?? '?';
  return <span className="initial" aria-hidden="true" data-letter={first.toUpperCase()} />;
}
