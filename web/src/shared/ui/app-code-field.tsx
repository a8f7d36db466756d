import type { ComponentProps } from 'react';
import { firstDigits } from '../lib/first-digits';
import { Field } from './field';

/** Number of digits in a code of an authenticator app (rule accounts-two-factor-codes). */
const appCodeDigits = 6;

/**
 * The error of an entered code; undefined if it may be sent. A malformed code is not sent, because
 * the server would count it as a failed try.
 */
export function appCodeError(code: string): string | undefined {
  if (code === '') return 'Code is required';
  return code.length < appCodeDigits ? `Code must have ${appCodeDigits} digits` : undefined;
}

interface AppCodeFieldProps extends Omit<ComponentProps<typeof Field>, 'label'> {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/** The field of a code of an authenticator app. It takes digits only, so that a pasted '123 456' works. */
export function AppCodeField({ onChange, ...field }: AppCodeFieldProps) {
  return (
    <Field
      {...field}
      label="Code"
      className="num"
      inputMode="numeric"
      autoComplete="one-time-code"
      onChange={({ target }) =>
        onChange({ target: { value: firstDigits(target.value, appCodeDigits) } })
      }
    />
  );
}
