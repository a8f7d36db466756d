import { isRecord } from '#/shared/lib/is-record';

/**
 * The private page to which a visitor's link leads. The visitor is sent to the home page. The history entry
 * of the home page stores the private page in its state.
 */
export interface WantedPage {
  /** Address of the page. */
  address: string;
  /** Slug of the character, if the page is a chat. */
  chat?: string | undefined;
}

/** The state for a history entry that stores the page `wanted`. */
export const wantedPageState = (wanted: WantedPage) => ({ wanted });

/** The page that the state of a history entry stores; null if there is none. */
export function readWantedPage(state: unknown): WantedPage | null {
  const wantedPage = isRecord(state) ? state['wanted'] : null;
  if (!isRecord(wantedPage) || typeof wantedPage['address'] !== 'string') return null;
  const { address, chat } = wantedPage;
  return typeof chat === 'string' ? { address, chat } : { address };
}
