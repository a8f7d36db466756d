import { type RefObject, useEffect, useRef } from 'react';
import { usePaymentStore } from '#/features/payment';
import { isTouch } from '#/shared/browser/touch';
import type { Chat } from '../store/chat';

/**
 * Reacts to a change of the lock of an open chat. After an unlock by a payment, the field gets the focus when
 * the payment-success modal closes (rule payment-opens-chat). Each change also removes the notice about a
 * refused send. After an unlock it is outdated; after a lock the lock notice replaces it.
 */
export function useReactToLockChange(
  chat: Chat,
  locked: boolean,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const isSuccessModalOpen = usePaymentStore(({ paidOrder: details }) => details !== null);
  const wasLocked = useRef(locked);
  // True from the start if the page was loaded with the payment-success modal open: the field then gets the
  // focus when the modal closes.
  const isFocusPending = useRef(isSuccessModalOpen);
  useEffect(() => {
    if (wasLocked.current === locked) return;
    wasLocked.current = locked;
    chat.dismissRefusal();
    isFocusPending.current = !locked;
    // The server stores the greeting when the character is unlocked: fetch it.
    if (!locked) void chat.refresh();
  }, [chat, locked]);
  useEffect(() => {
    if (locked || isSuccessModalOpen || !isFocusPending.current) return;
    isFocusPending.current = false;
    if (!isTouch()) field.current?.focus();
  }, [locked, isSuccessModalOpen, field]);
}
