import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useOverlayStore } from '#/shared/browser/overlay-store';
import { useEntryId } from '#/shared/hooks/use-entry-state';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { isRecord } from '#/shared/lib/is-record';
import { paths } from '#/shared/lib/paths';
import type { Grouping } from '../api/groups';

/** Debounce of typing (ms), rule catalogue-search-wait. */
const searchDelayMs = 300;

/** Returns the tab in the state of a history entry; 'category' if there is none (rule catalogue-tabs). */
function readGrouping(state: unknown): Grouping {
  return isRecord(state) && state['by'] === 'name' ? 'name' : 'category';
}

/**
 * Keeps the search in the address (`categories`) and the tab in the state of the history entry. So Back and a
 * reload restore both, and a shared link restores the search. The hook writes typed text to the address after a
 * debounce, and an emptied field at once. Any other change of the address fills the field. Rule
 * catalogue-search-address.
 */
export function useCatalogueAddress() {
  const [parameters] = useSearchParams();
  const { state } = useLocation();
  const entryId = useEntryId();
  const navigate = useNavigate();
  const search = (parameters.get('categories') ?? '').trim();
  const grouping = readGrouping(state);
  const [text, setText] = useState(search);
  const [seenSearch, setSeenSearch] = useState(search);
  /**
   * The search that this hook wrote to the address last. When the router reports this search, the hook leaves
   * the field alone: the user may have typed more since the write.
   */
  const [writtenSearch, setWrittenSearch] = useState(search);
  if (search !== seenSearch) {
    setSeenSearch(search);
    if (search !== writtenSearch) {
      setWrittenSearch(search);
      setText(search);
    }
  }
  const writeAddress = (next: string, grouping: Grouping) =>
    navigate(paths.characters.getHref(next), {
      replace: true,
      state: { by: grouping, entry: entryId },
    });
  const typedText = text.trim();
  /**
   * True while an overlay is open. The overlay owns the history entry, so the address is written after it has
   * closed.
   */
  const isCovered = useOverlayStore(({ openOverlays }) => openOverlays.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing and a closed overlay start the debounce
  useEffect(() => {
    if (isCovered || typedText === writtenSearch) return;
    const writeTypedText = () => {
      setWrittenSearch(typedText);
      writeAddress(typedText, grouping);
    };
    const timer = setTimeout(writeTypedText, typedText === '' ? 0 : searchDelayMs);
    return () => clearTimeout(timer);
  }, [typedText, writtenSearch, grouping, isCovered]);
  return {
    text,
    setText,
    search,
    by: grouping,
    setBy: (next: Grouping) => writeAddress(search, next),
  };
}
