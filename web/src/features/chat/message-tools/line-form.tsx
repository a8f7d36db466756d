import { type FormEvent, useId } from 'react';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { texts } from './tool-texts';

interface SingleLineFormProps {
  label: string;
  submitLabel: string;
  text: string;
  /** Longest text in code points. */
  maxLength: number;
  /** Why the text cannot be sent now; empty if it can. */
  blockedReason: string;
  onChange: (text: string) => void;
  /** Called with the trimmed text, which is not empty. */
  onSubmit: (text: string) => void;
  onCancel: () => void;
}

/** A form under a reply, with a text field of one line. Enter sends the text, Escape cancels. */
export function SingleLineForm(props: SingleLineFormProps) {
  const { label, submitLabel, text, maxLength, blockedReason, onChange, onSubmit, onCancel } =
    props;
  const id = useId();
  const trimmedText = text.trim();
  const excess = countCodePoints(trimmedText) - maxLength;
  const note = excess > 0 ? texts.tooLong(excess) : blockedReason;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (trimmedText !== '' && note === '') onSubmit(trimmedText);
  };
  return (
    <form
      className="line-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        // The message log must not handle the arrow keys and Escape of this form.
        event.stopPropagation();
        if (event.key === 'Escape') onCancel();
      }}
    >
      <label className="line-form__label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        enterKeyHint="send"
        value={text}
        aria-invalid={excess > 0 || undefined}
        aria-describedby={`${id}-note`}
        // biome-ignore lint/a11y/noAutofocus: the press that opened the line asks for it
        autoFocus
        onChange={(event) => onChange(event.target.value)}
      />
      <Button size="sm" type="submit" disabled={trimmedText === '' || note !== ''}>
        {submitLabel}
      </Button>
      <Button size="sm" look="line" onClick={onCancel}>
        Cancel
      </Button>
      <p className="line-form__note" id={`${id}-note`} role="status">
        {note}
      </p>
    </form>
  );
}
