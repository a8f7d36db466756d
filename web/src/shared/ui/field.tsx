import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  error?: string | undefined;
  /** Drawn inside the border, at the right of the input. */
  trailing?: ReactNode;
  /**
   * A text under the input that may come and go, such as the hint about Caps Lock; empty for none.
   */
  hint?: string;
}

/** A labelled input whose error is announced with it. Spread `field(name)` of `useForm` into it. */
export function Field({ label, error, trailing, hint, id, className, ...input }: FieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  const errorId = `${inputId}-error`;
  return (
    <div className="field">
      <label className="field__label" htmlFor={inputId}>
        {label}
      </label>
      <div className="field__box">
        <input
          id={inputId}
          className={clsx('input', className)}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          {...input}
        />
        {trailing}
      </div>
      {hint !== undefined && (
        <p className="field__hint" role="status">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p className="field__error" id={errorId}>
          <CircleAlert size={15} aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
