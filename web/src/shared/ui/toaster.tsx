import { clsx } from 'clsx';
import { Check, CircleAlert } from 'lucide-react';
import { resolveValue, type Toast, useToaster } from 'react-hot-toast/headless';

/** More wait their turn; the library itself keeps at most 20 (spec 1 §9). */
const shownAtOnce = 4;

function ToastSlab({ toast }: { toast: Toast }) {
  const failed = toast.type === 'error';
  return (
    <div className={clsx('toast', failed && 'toast--error')} role={failed ? 'alert' : 'status'}>
      {toast.type === 'success' && <Check size={18} aria-hidden="true" />}
      {failed && <CircleAlert size={18} aria-hidden="true" />}
      <span>{resolveValue(toast.message, toast)}</span>
    </div>
  );
}

/**
 * Toasts at the top right, newest on top, pausing while the pointer rests on them. Durations are
 * the library's: success 2 s, error and blank 4 s, loading without end (spec 1 §9). The library's own
 * toaster is not used because it injects a style element, which the content security policy refuses.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: resting the pointer only delays the expiry
    <div
      className="toasts"
      // Each slab announces itself; the attribute keeps an open dialog from hiding the slabs.
      aria-live="off"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts
        .filter((toast) => toast.visible)
        .slice(0, shownAtOnce)
        .map((toast) => (
          <ToastSlab key={toast.id} toast={toast} />
        ))}
    </div>
  );
}
