import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { FoundMessage } from '#/shared/api/types';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { IconButton } from '#/shared/ui/icon-button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { foundMessageAddress } from './excerpt-parts';
import { FoundRow } from './found-row';
import { ScopeSwitch } from './scope-switch';
import './search-panel.css';
import { messageSearchQuery } from './search-query';
import { foundCountText, searchTexts } from './search-texts';
import { useDebouncedText } from './use-debounced-text';

/** Longest text of a search, in UTF-16 code units (rule chat-search-words). */
const maxSearchLength = 100;

interface SearchPanelProps {
  userId: string;
  /**
   * The open conversation, in which the search begins. If undefined, only all chats can be
   * searched.
   */
  sessionId: string | undefined;
  /** Opens a found message at its address. */
  onOpen: (address: string, found: FoundMessage) => void;
  onClose: () => void;
}

/**
 * Returns the index of the row that an arrow key selects. The selection wraps around at both ends
 * of the list.
 */
function indexAfterKey(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (active + 1) % count;
  if (key === 'ArrowUp') return active <= 0 ? count - 1 : active - 1;
  return undefined;
}

/**
 * Searches messages. The focus stays in the field: the arrow keys move through the results, and Enter opens
 * the active result, or else the first (rule chat-search-panel).
 */
export function SearchPanel({ userId, sessionId, onOpen, onClose }: SearchPanelProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [searchesEverywhere, setEverywhere] = useState(sessionId === undefined);
  const [active, setActive] = useState(-1);
  const searchText = useDebouncedText(text);
  const scopeSessionId = searchesEverywhere ? undefined : sessionId;
  const search = useInfiniteQuery(messageSearchQuery(userId, scopeSessionId, searchText));
  const { hasNextPage, isFetching, isError } = search;
  const isResultCurrent = searchText === text.trim() && !search.isPlaceholderData;
  const foundMessages =
    searchText === '' ? [] : (search.data?.pages.flatMap(({ data }) => data) ?? []);
  const total = search.data?.pages[0]?.total ?? 0;
  const end = useNearEnd<HTMLDivElement>(
    hasNextPage && !isFetching && !isError,
    () => void search.fetchNextPage(),
  );
  const rowId = (at: number) => `${listId}-${at}`;
  const openMessage = (foundMessage: FoundMessage) =>
    onOpen(foundMessageAddress(foundMessage), foundMessage);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const nextIndex = indexAfterKey(event.key, active, foundMessages.length);
    if (nextIndex !== undefined) {
      event.preventDefault();
      setActive(nextIndex);
    } else if (event.key === 'Enter' && isResultCurrent) {
      const foundMessage = foundMessages[Math.max(active, 0)];
      if (foundMessage) openMessage(foundMessage);
    }
  };

  return (
    <search className="message-search" aria-label={searchTexts.field}>
      <div className="message-search__top">
        <Search size={18} aria-hidden="true" />
        <input
          className="input"
          type="search"
          role="combobox"
          aria-label={searchTexts.field}
          aria-expanded={foundMessages.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 ? rowId(active) : undefined}
          placeholder={searchTexts.field}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={maxSearchLength}
          // biome-ignore lint/a11y/noAutofocus: the panel is opened to type here
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setActive(-1);
          }}
          onKeyDown={onKeyDown}
        />
        <IconButton label="Close search" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {sessionId !== undefined && (
        <ScopeSwitch
          searchesEverywhere={searchesEverywhere}
          onChange={(all) => {
            setEverywhere(all);
            setActive(-1);
          }}
        />
      )}
      <p className="message-search__total small muted" role="status">
        {searchText !== '' && search.data && foundMessages.length > 0 && foundCountText(total)}
        {searchText !== '' &&
          search.data &&
          foundMessages.length === 0 &&
          !isFetching &&
          searchTexts.none}
      </p>
      <div className="message-search__results">
        <div
          id={listId}
          role="listbox"
          aria-label="Found messages"
          aria-busy={isFetching}
          className="message-search__list"
        >
          {foundMessages.map((foundMessage, at) => (
            <FoundRow
              key={foundMessage.message.id}
              id={rowId(at)}
              foundMessage={foundMessage}
              isActive={at === active}
              onOpen={() => openMessage(foundMessage)}
            />
          ))}
        </div>
        {searchText !== '' && search.isPending && <SkeletonRows rows={3} label="Searching" />}
        {isError && (
          <FailedRead
            size="row"
            title={searchTexts.failed}
            busy={isFetching}
            onRetry={() => void (search.data ? search.fetchNextPage() : search.refetch())}
          />
        )}
        {searchText !== '' &&
          search.data &&
          foundMessages.length === 0 &&
          !isFetching &&
          !isError && <EmptyState title={searchTexts.none} help={searchTexts.noneHelp} />}
        <div ref={end} />
      </div>
    </search>
  );
}
