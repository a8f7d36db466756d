import '../styles/message-tools.css';
import { lazy, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { stopReading } from '#/features/voice';
import { useHoldPage } from '#/shared/browser/page-hold';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { useOnline } from '../browser/use-online';
import { isGenerating } from '../state/chat-state';
import type { Chat } from '../store/chat';
import { useChatState } from '../store/use-chat-state';
import { hasUnsentText } from './open-tool';
import { ReplyTools } from './reply-tools';
import { texts } from './tool-texts';
import { toolsOf } from './tools-of';
import { usePointedOrFocusedIds } from './use-active-rows';
import { useToolController } from './use-open-tool';
import { useToolElements } from './use-slots';
import { useVersionBrowser, type VersionBrowser } from './use-version-browser';
import { UserTools } from './user-tools';
import { VersionButtons } from './versions';

const MessageDialog = lazy(() =>
  import('./message-dialog').then((m) => ({ default: m.MessageDialog })),
);

interface MessageToolsProps {
  chat: Chat;
  /** Name of the character. */
  characterName: string;
  /** The element that holds the rows. */
  column: RefObject<HTMLElement | null>;
  /** True if nothing can be sent. */
  isChatClosed: boolean;
}

/**
 * The left and right arrow keys switch between the versions of the last reply. The keys work while the focus
 * is in the last row, but not in a field.
 */
function useVersionArrowKeys(
  column: RefObject<HTMLElement | null>,
  versionBrowser: VersionBrowser | null,
): void {
  const latestVersionBrowser = useRef(versionBrowser);
  useEffect(() => {
    latestVersionBrowser.current = versionBrowser;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
      const by = { ArrowLeft: -1, ArrowRight: 1 } as const;
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      if (ctrlKey || metaKey || altKey || shiftKey || !(target instanceof Element)) return;
      if (
        !latestVersionBrowser.current ||
        !target.closest('[data-last]') ||
        target.matches('input, textarea')
      ) {
        return;
      }
      event.preventDefault();
      latestVersionBrowser.current.turn(by[key]);
    };
    const element = column.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [column]);
}

/**
 * Draws the tools of messages into slots of some rows: the last row, the rows with the pointer or
 * the focus, and the row of the open tool. When the tool closes, its row keeps the slot until the
 * focus has returned.
 */
export function MessageTools({
  chat,
  characterName,
  column,
  isChatClosed,
}: MessageToolsProps): ReactNode {
  const messages = useChatState(chat.store, (state) => state.messages);
  const isReplyRunning = useChatState(chat.store, ({ phase }) => isGenerating(phase));
  const isServerDown = useChatState(chat.store, ({ downSince }) => downSince !== null);
  const isOnline = useOnline();
  const pointedOrFocusedIds = usePointedOrFocusedIds(column);
  const tools = useToolController(chat, messages, column);
  const { tool } = tools;
  const lastIndex = messages.length - 1;
  const versionBrowser = useVersionBrowser(chat, messages[lastIndex], stopReading);
  const offlineReason = isServerDown || !isOnline ? texts.offline : '';
  const blockedReason = offlineReason || (isReplyRunning ? texts.talking : '');
  const canFlipVersions = toolsOf(messages, lastIndex, isChatClosed).flip;
  useVersionArrowKeys(column, canFlipVersions && blockedReason === '' ? versionBrowser : null);
  useHoldPage(hasUnsentText(tool));

  const shownRows = messages.flatMap((message, index) => {
    const showsTools =
      index === lastIndex ||
      pointedOrFocusedIds.includes(message.id) ||
      message.key === tool?.key ||
      message.key === tools.focusReturnKey;
    return showsTools ? [{ message, can: toolsOf(messages, index, isChatClosed) }] : [];
  });
  const elementsByKey = useToolElements(
    column,
    shownRows.map(({ message }) => message),
  );
  const toolMessage = messages.find(({ key }) => key === tool?.key);
  /**
   * Returns a function that focuses the row next to the message `key`. Call that function after the
   * deletion of the message.
   */
  const focusNeighbour = (key: string) => {
    const at = messages.findIndex((message) => message.key === key);
    const neighbour = messages[at + 1] ?? messages[at - 1];
    const row = neighbour && `[data-message="${CSS.escape(neighbour.id)}"]`;
    return () => row && column.current?.querySelector<HTMLElement>(row)?.focus();
  };

  return (
    <>
      {shownRows.map(({ message, can }) => {
        const elements = elementsByKey.get(message.key);
        if (!elements || !(can.remove || can.rate)) return null;
        const commonProps = { chat, message, can, tools, blockedReason };
        return createPortal(
          message.isUser ? (
            <UserTools {...commonProps} characterName={characterName} />
          ) : (
            <ReplyTools {...commonProps} offlineReason={offlineReason} />
          ),
          elements.tools,
          message.key,
        );
      })}
      {shownRows.map(({ message, can }) => {
        const versionsElement = elementsByKey.get(message.key)?.versions;
        return can.flip && versionsElement
          ? createPortal(
              <VersionButtons versionBrowser={versionBrowser} blockedReason={blockedReason} />,
              versionsElement,
              message.key,
            )
          : null;
      })}
      {toolMessage && (tool?.kind === 'delete' || tool?.kind === 'report') && (
        // biome-ignore lint/a11y/noStaticElementInteractions: the log must not get key presses in the dialog
        <div onKeyDown={(event) => event.stopPropagation()}>
          <LazyOverlay onFail={() => tools.close()}>
            <MessageDialog
              kind={tool.kind}
              chat={chat}
              message={toolMessage}
              onDeleted={() => {
                const focusNext = focusNeighbour(toolMessage.key);
                tools.close();
                // The closing dialog first tries to focus its opener, which is gone. So the focus
                // moves in a later task.
                setTimeout(focusNext);
              }}
              onClose={() => tools.close()}
            />
          </LazyOverlay>
        </div>
      )}
    </>
  );
}
