/**
 * All access to browser storage goes through this module. If the browser refuses storage (private mode,
 * full quota), reads return null and writes are dropped.
 */
export type StorageKey =
  // rule accounts-token-storage
  | 'token'
  | 'web_settings'
  | 'footer_categories'
  | 'theme'
  | 'drafts'
  | 'outbox'
  | 'chat_panels'
  | 'collections_view'
  | 'speak_replies'
  | 'dictation_language';

function tryOr<T>(action: () => T, fallback: T): T {
  try {
    return action();
  } catch {
    return fallback;
  }
}

export function readText(key: StorageKey): string | null {
  return tryOr(() => localStorage.getItem(key), null);
}

export function writeText(key: StorageKey, value: string): void {
  tryOr(() => localStorage.setItem(key, value), undefined);
}

export function removeStored(key: StorageKey): void {
  tryOr(() => localStorage.removeItem(key), undefined);
}

/** Reads JSON; anything missing, malformed or refused by `isValid` is null. */
export function readJson<T>(key: StorageKey, isValid: (value: unknown) => value is T): T | null {
  const text = readText(key);
  if (text === null) return null;
  const value = tryOr<unknown>(() => JSON.parse(text), null);
  return isValid(value) ? value : null;
}

export function writeJson(key: StorageKey, value: unknown): void {
  writeText(key, JSON.stringify(value));
}

/** Keys of the tab's session storage, which survives reloads and is not shared with other tabs. */
export type TabKey = 'comment_drafts' | 'entries' | 'payment';

/** Like `readJson`, from the session storage of this tab. */
export function readTabJson<T>(key: TabKey, isValid: (value: unknown) => value is T): T | null {
  const value = tryOr<unknown>(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'), null);
  return isValid(value) ? value : null;
}

export function writeTabJson(key: TabKey, value: unknown): void {
  tryOr(() => sessionStorage.setItem(key, JSON.stringify(value)), undefined);
}

export function removeFromTab(key: TabKey): void {
  tryOr(() => sessionStorage.removeItem(key), undefined);
}

/**
 * Stores the flag named `flagName` for this tab. Returns false if it was stored before, or if there is no
 * storage.
 */
export function setTabFlagOnce(flagName: string): boolean {
  return tryOr(() => {
    if (sessionStorage.getItem(flagName) !== null) return false;
    sessionStorage.setItem(flagName, '1');
    return true;
  }, false);
}

export function clearTabFlag(flagName: string): void {
  tryOr(() => sessionStorage.removeItem(flagName), undefined);
}
