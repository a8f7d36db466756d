import { clsx } from 'clsx';
import type { Ink } from '../model/category-ink';

interface CoinProps {
  /** Address of the `coin` picture. The lines of larger pictures cause moiré below 120 px. */
  pictureUrl: string;
  ink: Ink;
  /** Diameter in CSS pixels. */
  size?: number;
  className?: string;
}

/** A round portrait. Decorative: the name is always beside it. */
export function Coin({ pictureUrl, ink, size = 40, className }: CoinProps) {
  return (
    <img
      className={clsx('coin', `c-${ink}`, className)}
      src={pictureUrl}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  );
}
