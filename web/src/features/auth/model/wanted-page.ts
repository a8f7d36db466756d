import { isRecord } from '#/shared/lib/is-record';

/** The private page that a visitor's link leads to, in the state of home's history entry. */
export interface WantedPage {
  /** Address of the page. */
  address: string;
  /** Slug of the character, if the page is a chat. */
  chat?: string | undefined;
}

/** The state of a history entry with the page. */
export const wantedPageState = (wanted: WantedPage) => ({ wanted });

/** The page in the state of a history entry; null if there is none. */
export function readWantedPage(state: unknown): WantedPage | null {
  const wantedPage = isRecord(state) ? state['wanted'] : null;
  if (!isRecord(wantedPage) || typeof wantedPage['address'] !== 'string') return null;
  const { address, chat } = wantedPage;
  return typeof chat === 'string' ? { address, chat } : { address };
}
