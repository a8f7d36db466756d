import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { isSendable, maxMessageLength, textToSend } from '../state/message-text';
import { texts } from './tool-texts';

interface MessageEditorProps {
  /** Name of the character. */
  characterName: string;
  /** The message as it is stored. */
  storedText: string;
  text: string;
  /** Why the text cannot be sent now; empty if it can. */
  blockedReason: string;
  onChange: (text: string) => void;
  /** Called with a text that can be sent and differs from `storedText`. */
  onSend: (text: string) => void;
  onCancel: () => void;
}

/**
 * The field that replaces the user's message while it is edited. As in the composer, Enter sends
 * the text and Shift+Enter starts a new line (rule chat-enter-sends). Escape cancels.
 */
export function MessageEditor(props: MessageEditorProps) {
  const { characterName, storedText, text, blockedReason, onChange, onSend, onCancel } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const noteId = useId();
  const content = textToSend(text);
  const excess = countCodePoints(content) - maxMessageLength;
  const canSend = isSendable(text) && content !== storedText && blockedReason === '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = '0';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  useLayoutEffect(() => {
    const element = field.current;
    element?.focus({ preventScroll: true });
    element?.setSelectionRange(element.value.length, element.value.length);
    element?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  const send = () => canSend && onSend(content);
  const onKeyDown = (event: KeyboardEvent) => {
    // The message log must not handle the arrow keys and Escape of the editor.
    event.stopPropagation();
    // Ignore keys that an input method handles. Safari marks them only by key code 229.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') onCancel();
    const isField = event.target === field.current;
    if (!isField || event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the field and the buttons inside
    <div className="message-editor" onKeyDown={onKeyDown}>
      <textarea
        ref={field}
        className="message-editor__field"
        aria-label="Edit your message"
        aria-describedby={noteId}
        enterKeyHint="send"
        rows={1}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="message-editor__bar">
        <p id={noteId} role="status" data-over={excess > 0 || undefined}>
          {excess > 0 ? texts.tooLong(excess) : blockedReason || texts.editNote(characterName)}
        </p>
        <Button size="sm" look="line" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" look="talk" disabled={!canSend} onClick={send}>
          Send
        </Button>
      </div>
    </div>
  );
}
