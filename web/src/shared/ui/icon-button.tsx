import { clsx } from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

interface IconButtonProps extends ComponentProps<'button'> {
  /** Accessible name; also the tooltip. */
  label: string;
  children: ReactNode;
  size?: 'sm' | 'md';
  outlined?: boolean;
}

export function IconButton({
  label,
  children,
  size = 'md',
  outlined = false,
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={clsx(
        'icon-btn',
        size === 'sm' && 'icon-btn--sm',
        outlined && 'icon-btn--line',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
