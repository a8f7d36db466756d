import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { newClientId } from '#/shared/lib/client-id';
import { toast } from '#/shared/ui/toast';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import type { OpenTool } from './open-tool';
import { texts } from './tool-texts';

/** The open tool, and functions that open, change and close it. */
export interface ToolController {
  tool: OpenTool | null;
  /**
   * Key of the message that gets the focus after the next render, because its tool has closed. The
   * row of the message keeps its tools until then.
   */
  focusReturnKey: string | null;
  open: (tool: OpenTool) => void;
  edit: (message: ChatMessage) => void;
  /** Changes the text of the open tool. */
  setText: (text: string) => void;
  /** Closes the tool and, if there is a `name`, focuses the button of that name at its message. */
  close: (name?: string) => void;
}

interface FocusReturn {
  key: string;
  name: string;
}

/**
 * The open tool of the log. If the message of an open editor is deleted in another tab, the edited text moves
 * into the field of the composer.
 */
export function useToolController(
  chat: Chat,
  messages: readonly ChatMessage[],
  column: RefObject<HTMLElement | null>,
): ToolController {
  const [tool, setTool] = useState<OpenTool | null>(null);
  const [focusReturn, setFocusReturn] = useState<FocusReturn | null>(null);
  const lastEditWithoutMessage = useRef<OpenTool>(null);

  useEffect(() => {
    if (tool === null || messages.some(({ key }) => key === tool.key)) return;
    setTool(null);
    if (tool.kind !== 'edit' || lastEditWithoutMessage.current === tool) return;
    lastEditWithoutMessage.current = tool;
    // If the log has a message with the edit's client id, the edit was stored and only its answer
    // was lost.
    if (messages.some(({ clientId }) => clientId === tool.clientId)) return;
    chat.moveToField(tool.text);
    toast.error(texts.movedToField);
  }, [tool, messages, chat]);

  useLayoutEffect(() => {
    if (focusReturn === null) return;
    const id = messages.find(({ key }) => key === focusReturn.key)?.id ?? '';
    const row = column.current?.querySelector(`[data-message="${CSS.escape(id)}"]`);
    const button = row?.querySelector<HTMLElement>(`[data-tool="${focusReturn.name}"]`);
    if (row && !button) return;
    button?.focus();
    setFocusReturn(null);
  });

  const open = (next: OpenTool) => {
    setFocusReturn(null);
    setTool(next);
  };
  return {
    tool,
    focusReturnKey: focusReturn?.key ?? null,
    open,
    edit: ({ key, content }) => open({ kind: 'edit', key, text: content, clientId: newClientId() }),
    setText: (text) =>
      // Another text needs a new client id, because a message with the former id may be stored
      // (rule chat-client-id-one-text).
      setTool((now) =>
        now === null || !('text' in now)
          ? now
          : { ...now, text, ...(now.kind === 'edit' && { clientId: newClientId() }) },
      ),
    close: (name) => {
      if (tool && name !== undefined) setFocusReturn({ key: tool.key, name });
      setTool(null);
    },
  };
}
