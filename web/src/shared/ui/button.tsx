import { clsx } from 'clsx';
import type { ComponentProps } from 'react';

export type ButtonLook = 'talk' | 'ink' | 'line' | 'bad';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonProps extends ComponentProps<'button'> {
  /** `talk` only where a conversation starts or continues; every other main action is `ink`. */
  look?: ButtonLook;
  size?: ButtonSize;
  fullWidth?: boolean;
  /** True while the action runs: presses do nothing. The focus stays, which `disabled` would drop. */
  busy?: boolean;
}

/** Classes of a button, for links that look like one. */
export function buttonClass(look: ButtonLook, size: ButtonSize = 'md', fullWidth = false): string {
  return clsx('btn', `btn--${look}`, size !== 'md' && `btn--${size}`, fullWidth && 'btn--full');
}

export function Button({
  look = 'ink',
  size = 'md',
  fullWidth = false,
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(buttonClass(look, size, fullWidth), className)}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        // Enter in a form's input also fires a click on the submit button.
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    />
  );
}
