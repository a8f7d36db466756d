import { ArrowUp, Square } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { DictationButton, SpeakSwitch } from '#/features/voice';
import { useHoldPage } from '#/shared/browser/page-hold';
import { isTouch } from '#/shared/browser/touch';
import { countCodePoints } from '#/shared/lib/count-code-points';
import { Button } from '#/shared/ui/button';
import { isGenerating } from '../state/chat-state';
import { isSendable, maxMessageLength } from '../state/message-text';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import type { Draft } from './draft';
import { insertWords } from './insert-words';

/** The counter is shown if at most this many characters are left (rule chat-message-length). */
const charactersLeftThreshold = 400;

/** Texts of a disabled composer. */
export interface ClosedComposerTexts {
  placeholder: string;
  reason: string;
}

interface ComposerProps {
  chat: Chat;
  draft: Draft;
  characterName: string;
  closedComposerTexts: ClosedComposerTexts | undefined;
  field: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Fits the height of the field to its text. `chat-composer.css` sets the least and greatest heights, which
 * depend on the on-screen keyboard.
 */
function useGrowingHeight(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height depends on the text
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    const { style } = element;
    style.minHeight = '0';
    style.height = '0';
    style.height = `${element.scrollHeight}px`;
    style.minHeight = '';
  }, [text]);
}

/** Focuses the field on mount, except on touch screens and under a dialog. */
function useFocusOnMount(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    if (!isTouch() && !document.querySelector('[role="dialog"]')) {
      field.current?.focus({ preventScroll: true });
    }
  }, [field]);
}

function tooManyCharactersText(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'} too many`;
}

function charactersLeftText(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'} left`;
}

function CharacterCounter({ text, id }: { text: string; id: string }) {
  const leftCount = maxMessageLength - countCodePoints(text.trim());
  if (leftCount > charactersLeftThreshold) return null;
  const isTooLong = leftCount < 0;
  return (
    <p className="composer__count num" id={id} data-over={isTooLong || undefined}>
      {isTooLong ? tooManyCharactersText(-leftCount) : charactersLeftText(leftCount)}
    </p>
  );
}

export function Composer({
  chat,
  draft,
  characterName,
  closedComposerTexts,
  field,
}: ComposerProps) {
  const text = useSyncExternalStore(draft.subscribe, draft.get);
  const isReplyRunning = useChatState(chat.store, ({ phase }) => isGenerating(phase));
  const isChatLoaded = useChatState(chat.store, ({ loadState: load }) => load === 'ready');
  useGrowingHeight(field, text);
  useFocusOnMount(field);
  // rule look-update-waits
  useHoldPage(isReplyRunning || text.trim() !== '');
  const noteId = useId();
  /** True once the field has had the focus. Until then dictated words are added at the end of the text. */
  const hadFocus = useRef(false);

  const send = () => {
    if (chat.send(draft.get())) draft.set('');
  };
  const addWords = (words: string) => {
    const element = field.current;
    if (!element) return;
    const end = element.value.length;
    insertWords(element, hadFocus.current ? element.selectionEnd : end, words);
    draft.set(element.value);
    element.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter confirms a word of an input method (rule chat-enter-sends). Safari reports this by key code 229
    // only.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const sendOrStop = (event: MouseEvent) => {
    // The second click of a double click would stop the reply that the first click has started.
    if (event.detail > 1) return;
    if (isReplyRunning) {
      chat.stop();
      // This button is about to be disabled. After a press by keyboard (detail 0), the focus goes to the
      // field. After a click or touch it does not: on a phone it would open the on-screen keyboard.
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
          disabled={closedComposerTexts !== undefined}
          placeholder={closedComposerTexts?.placeholder ?? `Write to ${characterName}`}
          aria-label={`Write to ${characterName}`}
          aria-describedby={noteId}
          enterKeyHint="send"
          onChange={(event) => {
            draft.set(event.target.value);
            chat.dismissRefusal();
          }}
          onFocus={() => {
            hadFocus.current = true;
          }}
          onKeyDown={onKeyDown}
        />
        <div className="composer__bar">
          <DictationButton
            onWords={addWords}
            disabled={closedComposerTexts !== undefined || isReplyRunning}
          />
          <SpeakSwitch />
          {closedComposerTexts ? (
            <p className="composer__count" id={noteId}>
              {closedComposerTexts.reason}
            </p>
          ) : (
            <CharacterCounter text={text} id={noteId} />
          )}
          <Button
            look="talk"
            size="sm"
            className="composer__send"
            disabled={
              closedComposerTexts !== undefined ||
              (!isReplyRunning && !(isChatLoaded && isSendable(text)))
            }
            onClick={sendOrStop}
          >
            {isReplyRunning ? 'Stop' : 'Send'}
            {isReplyRunning ? (
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
