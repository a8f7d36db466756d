import { useEffect, useId, useRef, useState } from 'react';
import { useBusy } from '#/shared/lib/busy';
import { Button } from '#/shared/ui/button';
import { canSend, lengthOf, trimmed } from '../model/draft';

interface WriteBoxProps {
  /** Accessible name of the field. */
  label: string;
  placeholder?: string;
  /** Text of the button. */
  action: string;
  /** Longest text in code points, and what is said of a longer one. */
  limit: number;
  tooLong: string;
  sending: boolean;
  /** Gets the text without space around it; `done` empties the box, anything else keeps the text. */
  onSend: (text: string, done: () => void) => void;
  /** Present where the box was opened, and can be put away: it takes the focus then. */
  onCancel?: () => void;
}

/** Left characters are told from here on. */
const almost = 100;

/** A few ruled lines to write on. Its button is off while it is empty, too long or being sent. */
export function WriteBox(props: WriteBoxProps) {
  const { label, placeholder, action, limit, tooLong, sending, onSend, onCancel } = props;
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const opened = onCancel !== undefined;
  useBusy(trimmed(text) !== '');
  useEffect(() => {
    if (opened) field.current?.focus();
  }, [opened]);

  const left = limit - lengthOf(text);
  const done = () => {
    setText('');
    field.current?.focus();
  };
  return (
    <form
      className="write-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending && canSend(text, limit)) onSend(trimmed(text), done);
      }}
    >
      <textarea
        ref={field}
        className="input write-box__field"
        rows={2}
        aria-label={label}
        aria-describedby={noteId}
        aria-invalid={left < 0}
        placeholder={placeholder}
        value={text}
        readOnly={sending}
        dir="auto"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // A drawer around the box closes on Escape too, and would take the text with it.
          if (text !== '' || onCancel) event.stopPropagation();
          if (text === '') onCancel?.();
        }}
      />
      <div className="write-box__foot">
        <p className="write-box__note num" id={noteId} data-over={left < 0 || undefined}>
          {left < 0 ? tooLong : left < almost && `${left} left`}
        </p>
        {onCancel && (
          <Button look="line" size="sm" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" busy={sending} disabled={!canSend(text, limit)}>
          {action}
        </Button>
      </div>
    </form>
  );
}
