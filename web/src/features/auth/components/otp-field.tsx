import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { Field } from '#/shared/ui/field';
import { readOtp } from '../model/reset-forms';
import { otpDigits } from '../texts';

const digitIndexes = Array.from({ length: otpDigits }, (_, index) => index);

interface OtpFieldProps extends ComponentProps<typeof Field> {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

/**
 * The field of a one-time code. It is one transparent input, so that pasting and autofill work, above boxes
 * that draw the digits. It accepts digits only (rule accounts-forgot-fields).
 */
export function OtpField({ value, onChange, ...field }: OtpFieldProps) {
  const nextIndex = Math.min(value.length, otpDigits - 1);
  return (
    <Field
      {...field}
      className={clsx('otp-input', value.length === otpDigits && 'otp-input--full')}
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      onChange={({ target }) => onChange({ target: { value: readOtp(target.value) } })}
      trailing={
        <span className="otp" aria-hidden="true">
          {digitIndexes.map((box) => (
            <span key={box} className={clsx('otp__box', box === nextIndex && 'otp__box--next')}>
              {value[box]}
            </span>
          ))}
        </span>
      }
    />
  );
}
