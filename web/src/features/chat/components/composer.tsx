import { ArrowUp, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useBusy } from '#/shared/lib/busy';
import { Button } from '#/shared/ui/button';
import { useChatState } from '../hooks/use-chat-state';
import { longestMessage } from '../messages';
import type { Chat } from '../model/chat';
import { isTalking } from '../model/chat-state';
import { countCodePoints, isSendable } from '../model/code-points';
import type { Draft } from '../model/drafts';

/** The counter appears when this many characters are left. */
const countedFrom = 400;
/** Spec 1 §9. */
const tallest = 200;

/** A composer in which nothing can be written. */
export interface ClosedComposer {
  placeholder: string;
  why: string;
}

interface ComposerProps {
  chat: Chat;
  draft: Draft;
  name: string;
  closed: ClosedComposer | undefined;
}

/** Grows with its text up to the tallest, then scrolls. */
function useGrowingHeight(text: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is that of the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${Math.min(tallest, element.scrollHeight)}px`;
  }, [text]);
  return field;
}

function Counter({ text, id }: { text: string; id: string }) {
  const left = longestMessage - countCodePoints(text.trim());
  if (left > countedFrom) return null;
  const over = left < 0;
  return (
    <p className="composer__count num" id={id} data-over={over || undefined}>
      {over ? `${-left} characters too many` : `${left} characters left`}
    </p>
  );
}

export function Composer({ chat, draft, name, closed }: ComposerProps) {
  const text = useSyncExternalStore(draft.subscribe, draft.get);
  const talking = useChatState(chat.store, ({ phase }) => isTalking(phase));
  const ready = useChatState(chat.store, ({ load }) => load === 'ready');
  const field = useGrowingHeight(text);
  useBusy(talking || text.trim() !== '');
  const noteId = useId();

  const send = () => {
    if (chat.send(draft.get())) draft.set('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word; Safari tells so by the key code alone.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const onPress = (event: MouseEvent) => {
    // The second click of a double click would stop what the first has just sent.
    if (event.detail > 1) return;
    if (talking) {
      chat.stop();
      // A stop by touch must not open the keyboard of a phone. One by key, which counts no
      // clicks, goes on in the field: the button is about to be disabled under it.
      if (event.detail > 0) return;
    } else {
      send();
    }
    field.current?.focus();
  };

  return (
    <div className="composer">
      <div className="composer__box">
        <textarea
          ref={field}
          className="composer__field"
          rows={3}
          value={text}
          disabled={closed !== undefined}
          placeholder={closed?.placeholder ?? `Write to ${name}`}
          aria-label={`Write to ${name}`}
          aria-describedby={noteId}
          enterKeyHint="send"
          onChange={(event) => draft.set(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <div className="composer__bar">
          {closed ? (
            <p className="composer__count" id={noteId}>
              {closed.why}
            </p>
          ) : (
            <Counter text={text} id={noteId} />
          )}
          <Button
            look="talk"
            size="sm"
            className="composer__send"
            disabled={closed !== undefined || (!talking && !(ready && isSendable(text)))}
            onClick={onPress}
          >
            {talking ? 'Stop' : 'Send'}
            {talking ? (
              <Square size={14} fill="currentColor" aria-hidden="true" />
            ) : (
              <ArrowUp size={16} aria-hidden="true" />
            )}
          </Button>
        </div>
      </div>
    </div>
  );
}
