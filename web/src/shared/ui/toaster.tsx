import { clsx } from 'clsx';
import { Check, CircleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { resolveValue, type Toast, useToasterStore } from 'react-hot-toast/headless';
import { IconButton } from './icon-button';
import { toast as toasts } from './toast';

/**
 * The largest number of toasts that are drawn at once. The time of a toast runs only while it is
 * drawn. The library keeps at most 20 (rule texts-toast-number).
 */
const maxDrawnToasts = 4;

/** Remaining time of each toast in ms, by `toastKey`. */
type TimeLeftByToastKey = Map<string, number>;

/** Identifies one showing of a toast: a repeat under the same id, or a new type, restarts its time. */
const toastKey = ({ id, type, createdAt }: Toast) => `${id} ${type} ${createdAt}`;

/**
 * Removes a toast after it was drawn for its duration; paused time does not count. The durations are the
 * library's defaults (rule texts-toast-times).
 */
function useExpiry(toast: Toast, isPaused: boolean, timeLeft: TimeLeftByToastKey): void {
  const { id, duration = Number.POSITIVE_INFINITY } = toast;
  const key = toastKey(toast);
  useEffect(() => {
    if (isPaused || duration === Number.POSITIVE_INFINITY) return;
    const timeLeftMs = timeLeft.get(key) ?? duration;
    const start = performance.now();
    const timer = setTimeout(() => toasts.remove(id), timeLeftMs);
    return () => {
      clearTimeout(timer);
      timeLeft.set(key, timeLeftMs - (performance.now() - start));
    };
  }, [id, key, duration, isPaused, timeLeft]);
}

interface ToastBoxProps {
  toast: Toast;
  onDismiss: () => void;
  /** Index from the top: the newest is 0. */
  index: number;
  isPaused: boolean;
  timeLeft: TimeLeftByToastKey;
}

function ToastBox({ toast, onDismiss, index, isPaused, timeLeft }: ToastBoxProps) {
  useExpiry(toast, isPaused, timeLeft);
  const isError = toast.type === 'error';
  return (
    <div className={clsx('toast', isError && 'toast--error')} data-place={index}>
      {toast.type === 'success' && <Check size={18} aria-hidden="true" />}
      {isError && <CircleAlert size={18} aria-hidden="true" />}
      <span className="toast__text">{resolveValue(toast.message, toast)}</span>
      <IconButton className="toast__close" size="sm" label="Dismiss" onClick={onDismiss}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

/**
 * Toasts at the top right, newest on top. The pointer over a toast, or the focus in a toast, pauses the time
 * of all toasts. Two live regions are in the page from the start. Screen readers often do not announce a
 * region that is added together with its text. An open dialog hides the rest of the page from screen readers,
 * but not live regions. The toaster of the library is not used. It would add a style element, which the
 * content security policy refuses. It would also let the time of a toast run while the toast is not drawn.
 */
export function Toaster() {
  const store = useToasterStore();
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const timeLeft = useRef<TimeLeftByToastKey>(new Map()).current;
  /** The element that had focus before the toasts. */
  const opener = useRef<Element | null>(null);
  const visibleToasts = store.toasts.filter((toast) => toast.visible);
  const toastKeys = store.toasts.map((toast) => `${toastKey(toast)} ${toast.visible}`).join('\n');
  const drawnToasts = visibleToasts.slice(0, maxDrawnToasts);
  const isPaused = drawnToasts.length > 0 && (hovered || focused);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store makes a new list at each call
  useEffect(() => {
    for (const { id, dismissed } of store.toasts) if (dismissed) toasts.remove(id);
    const knownKeys = new Set(store.toasts.map(toastKey));
    for (const key of timeLeft.keys()) if (!knownKeys.has(key)) timeLeft.delete(key);
    // Removing a toast under the pointer or with the focus fires no event.
    setHovered(box.current?.matches(':hover') ?? false);
    setFocused(box.current?.contains(document.activeElement) ?? false);
  }, [toastKeys, timeLeft]);
  const dismiss = (id: string) => {
    toasts.remove(id);
    if (opener.current instanceof HTMLElement && focused) opener.current.focus();
  };
  const renderToasts = (failed: boolean) =>
    drawnToasts.map(
      (toast, index) =>
        (toast.type === 'error') === failed && (
          <ToastBox
            key={toast.id}
            toast={toast}
            onDismiss={() => dismiss(toast.id)}
            index={index}
            isPaused={isPaused}
            timeLeft={timeLeft}
          />
        ),
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer over toasts only pauses their time
    <div
      ref={box}
      className="toasts"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) opener.current = relatedTarget;
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <div className="toasts__region" aria-live="assertive">
        {renderToasts(true)}
      </div>
      <div className="toasts__region" aria-live="polite">
        {renderToasts(false)}
      </div>
    </div>
  );
}
