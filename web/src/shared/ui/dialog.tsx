import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useHoldPage } from '#/shared/browser/page-hold';
import { useBackCloses } from '#/shared/hooks/use-back-closes';
import { useReturnFocus } from '#/shared/hooks/use-return-focus';
import { useScrollLock } from '#/shared/hooks/use-scroll-lock';
import { IconButton } from './icon-button';

interface DialogProps {
  /** Must contain one `DialogTitle`, which names the dialog. */
  children: ReactNode;
  onClose: () => void;
  /** 'wide' is 860px, for dialogs with a picture at the left. */
  width?: 'normal' | 'wide';
  className?: string;
  /** Id of the text that describes the dialog. */
  describedBy?: string | undefined;
}

/**
 * Focuses the element with `data-focus`. If there is none, the library focuses the first focusable
 * element.
 */
function focusInitialElement(event: Event): void {
  const dialog = event.currentTarget;
  const initialElement =
    dialog instanceof Element && dialog.querySelector<HTMLElement>('[data-focus="true"]');
  if (!initialElement) return;
  event.preventDefault();
  initialElement.focus();
}

/**
 * A modal dialog, open while mounted. It traps the focus and returns it on unmount. Escape, the scrim, the
 * close button and Back call `onClose`. The library's scrim adds a style element, which the content security
 * policy refuses, so the scrim is our own element.
 */
export function Dialog({
  children,
  onClose,
  width = 'normal',
  className,
  describedBy,
}: DialogProps) {
  useScrollLock();
  // rule look-update-waits
  useHoldPage(true);
  useBackCloses(onClose);
  const returnFocus = useReturnFocus();
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="scrim" />
        <Radix.Content
          className={clsx('dialog', width === 'wide' && 'dialog--wide', className)}
          aria-describedby={describedBy}
          onOpenAutoFocus={focusInitialElement}
          onCloseAutoFocus={(event) => {
            // The library would focus its trigger element, which this dialog does not have.
            event.preventDefault();
            returnFocus();
          }}
          onPointerDownOutside={(event) => {
            // A click on a toast does not close the dialog. The click may have removed the toast from the page.
            const { target } = event;
            if (target instanceof Element && (!target.isConnected || target.closest('.toasts'))) {
              event.preventDefault();
            }
          }}
        >
          {children}
          <Radix.Close asChild>
            <IconButton className="dialog__close" label="Close">
              <X size={20} aria-hidden="true" />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function DialogTitle({ children }: { children: ReactNode }) {
  return <Radix.Title className="display dialog__title">{children}</Radix.Title>;
}
