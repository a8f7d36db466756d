import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import { type ChangeEventHandler, useId } from 'react';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { maxContactLengths } from '../model/contact';

interface MessageFieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: ChangeEventHandler<HTMLTextAreaElement>;
}

/** The text area of the contact form: six rows, with a count of characters below (rule contact-message-field). */
export function MessageField({ error, value, ...field }: MessageFieldProps) {
  const id = useId();
  const count = countCodePoints(value.trim());
  const isTooLong = count > maxContactLengths.message;
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        Message
      </label>
      <textarea
        id={id}
        className="input contact__message"
        rows={6}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={clsx(error !== undefined && `${id}-error`, `${id}-count`)}
        {...field}
      />
      <div className="contact__under">
        {error !== undefined && (
          <p className="field__error" id={`${id}-error`}>
            <CircleAlert size={15} aria-hidden="true" />
            {error}
          </p>
        )}
        <p className={clsx('small num contact__count', isTooLong && 'contact__count--over')}>
          <span id={`${id}-count`}>
            {count} / {maxContactLengths.message}
          </span>
        </p>
      </div>
    </div>
  );
}
