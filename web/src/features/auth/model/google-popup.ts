import { isRecord } from '#/shared/lib/is-record';
import { listenToTabs } from './session-tabs';

const signInPath = '/api/auth/google';

// Size of the popup in px. Rule accounts-google-button.
const popupWidth = 500;
const popupHeight = 600;

/** Interval (ms) at which the page checks whether the popup is closed (rule accounts-google-button). */
const pollIntervalMs = 500;

/** Age (ms) from which the server refuses a started sign-in as expired (rule accounts-google-state). */
const flowLifetimeMs = 600_000;

interface PopupCallbacks {
  onSuccess: () => void;
  /** Called when the sign-in failed. The popup says why. */
  onFailed: () => void;
  /** Called when the popup is closed or seems closed to its opener. `onSuccess` may be called after that. */
  onClosed: () => void;
}

/** Stops listening for the result of the previous popup. */
let stopPrevious = () => {};

/**
 * Opens the popup of Google sign-in. Returns false if the browser blocks the popup. A page with its own
 * Cross-Origin-Opener-Policy appears closed to its opener. So the function listens to the BroadcastChannel for
 * `flowLifetimeMs`, even after `popup.closed` is true.
 */
export function openGooglePopup({ onSuccess, onFailed, onClosed }: PopupCallbacks): boolean {
  stopPrevious();
  const left = Math.round(window.screenX + (window.outerWidth - popupWidth) / 2);
  const top = Math.round(window.screenY + (window.outerHeight - popupHeight) / 2);
  const features = `popup,width=${popupWidth},height=${popupHeight},left=${left},top=${top}`;
  const popup = window.open(signInPath, 'google-sign-in', features);
  if (!popup) return false;
  // A popup of an earlier press is reused, and may be behind this window.
  popup.focus();

  const onMessage = ({ origin, source, data }: MessageEvent<unknown>) => {
    const isFromPopup = origin === location.origin && source === popup;
    if (!isFromPopup || !isRecord(data)) return;
    if (data['type'] === 'google-auth-success') finishSignIn();
    if (data['type'] === 'google-auth-failed') onFailed();
  };
  const unwatchPopup = () => {
    clearInterval(pollTimer);
    window.removeEventListener('message', onMessage);
  };
  const stopFlow = () => {
    unwatchPopup();
    clearTimeout(flowTimer);
    stopListening();
  };
  const finishSignIn = () => {
    stopFlow();
    onSuccess();
  };
  window.addEventListener('message', onMessage);
  const pollTimer = setInterval(() => {
    if (!popup.closed) return;
    unwatchPopup();
    onClosed();
  }, pollIntervalMs);
  const flowTimer = setTimeout(stopFlow, flowLifetimeMs);
  const stopListening = listenToTabs((news) => {
    if (news === 'google-auth-success') finishSignIn();
  });
  stopPrevious = stopFlow;
  return true;
}
