import { useEffect, useId, useRef, useState } from 'react';
import { useHoldPage } from '#/shared/browser/page-hold';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { useOnDraftDropped } from '../hooks/use-draft-dropped';
import { canSend } from '../model/draft';
import { dropDraft, keepDraft, readDraft } from '../model/kept-drafts';

interface WriteBoxProps {
  /** Accessible name of the field. */
  label: string;
  placeholder?: string;
  /** Text of the button. */
  buttonText: string;
  /** Longest text in code points. */
  maxLength: number;
  /** Error shown while the text is longer than `maxLength`. */
  tooLongText: string;
  isSending: boolean;
  /** Key of the draft that keeps the text until it is sent. */
  draftKey: string;
  /** Name of the user whom the text answers. */
  recipientName?: string;
  /** Called with the trimmed text and a function that focuses the field. */
  onSend: (text: string, refocus: () => void) => void;
  /** Present if the box can be cancelled. */
  onCancel?: () => void;
  /** True if a press has opened the box: the field gets the focus on mount. */
  opened?: boolean;
}

/** The number of characters left is shown once it is smaller than this. */
const charactersLeftThreshold = 100;

/**
 * A text area with a button, which is disabled while the text is empty, too long or being sent (rule
 * comments-nothing-empty).
 */
export function WriteBox(props: WriteBoxProps) {
  const {
    label,
    placeholder,
    buttonText,
    maxLength,
    tooLongText: tooLong,
    isSending,
    draftKey: draft,
    recipientName: to,
    onSend,
  } = props;
  const { onCancel, opened = false } = props;
  const [text, setText] = useState(() => readDraft(draft)?.text ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  // rule look-update-waits
  useHoldPage(text.trim() !== '');
  useEffect(() => {
    if (opened) field.current?.focus();
  }, [opened]);

  useOnDraftDropped(draft, () => setText(''));

  const codePointsLeft = maxLength - countCodePoints(text.trim());
  const updateText = (next: string) => {
    setText(next);
    keepDraft(draft, next, to);
  };
  const refocus = () => field.current?.focus();
  const cancel = () => {
    dropDraft(draft);
    onCancel?.();
  };
  return (
    <form
      className="write-box"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending && canSend(text, maxLength)) onSend(text.trim(), refocus);
      }}
    >
      <textarea
        ref={field}
        className="input write-box__field"
        rows={2}
        aria-label={label}
        aria-describedby={noteId}
        aria-invalid={codePointsLeft < 0}
        placeholder={placeholder}
        value={text}
        readOnly={isSending}
        dir="auto"
        onChange={(event) => updateText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // Keeps Escape from closing a drawer around the box.
          if (text !== '' || onCancel) event.stopPropagation();
          if (text === '') cancel();
        }}
      />
      <div className="write-box__foot">
        <p className="write-box__note num" id={noteId} data-over={codePointsLeft < 0 || undefined}>
          {codePointsLeft < 0
            ? tooLong
            : codePointsLeft < charactersLeftThreshold && `${codePointsLeft} left`}
        </p>
        {onCancel && (
          <Button look="line" size="sm" onClick={cancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" size="sm" busy={isSending} disabled={!canSend(text, maxLength)}>
          {buttonText}
        </Button>
      </div>
    </form>
  );
}
