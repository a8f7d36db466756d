import { type RefObject, useEffect, useRef } from 'react';
import { usePaymentStore } from '#/features/payment';
import { isTouch } from '#/shared/browser/touch';
import type { Chat } from '../store/chat';

/**
 * Follows the lock of an open chat. A payment enables the field and focuses it, when the
 * payment-success modal is closed (rule payment-opens-chat). A lock removes the reason of the refused
 * send, which the lock itself explains.
 */
export function useDoorChange(
  chat: Chat,
  locked: boolean,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const covered = usePaymentStore(({ details }) => details !== null);
  const wasLocked = useRef(locked);
  // A chat that is drawn under the modal, after a reload, has not taken the focus.
  const focusWaits = useRef(covered);
  useEffect(() => {
    if (wasLocked.current === locked) return;
    wasLocked.current = locked;
    chat.dismissRefusal();
    focusWaits.current = !locked;
    // The server stores the greeting of a conversation that is not locked.
    if (!locked) void chat.refresh();
  }, [chat, locked]);
  useEffect(() => {
    if (locked || covered || !focusWaits.current) return;
    focusWaits.current = false;
    if (!isTouch()) field.current?.focus();
  }, [locked, covered, field]);
}
