import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ChatSummary } from '#/shared/api/types';
import { formatWholeCount } from '#/shared/format/format-count';
import { useEntryState } from '#/shared/hooks/use-entry-state';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { useKeptPages } from '#/shared/hooks/use-kept-pages';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { Select } from '#/shared/ui/select';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { chatsQuery } from '../../api/chats-query';
import { HeadNote } from '../../components/head-note';
import { SearchField } from '../../components/search-field';
import { useDebouncedSearch } from '../../hooks/use-debounced-search';
import {
  type ChatListOptions,
  initialChatOptions,
  isChatListOptions,
} from '../../model/chat-list-options';
import { chatPeriods } from '../../model/chat-period';
import type { PanelProps } from '../../sections';
import { ChatGroups } from './chat-groups';
import { conversationCountText, texts } from './texts';
import '../../styles/chat-history.css';

interface ChatListProps {
  userId: string;
  options: ChatListOptions;
  /** The element that gets the focus when the last chat is deleted. */
  focusFallback: () => HTMLElement | null | undefined;
}

/** The texts of a list without chats, and of one without a match (rule chats-empty). */
function EmptyList({ search, period }: ChatListOptions) {
  if (search !== '' || period !== 'all') return <EmptyState title={texts.noMatch} />;
  const exploreLink = (
    <Link className={buttonClass('line')} to={paths.characters.getHref()}>
      Explore characters
    </Link>
  );
  return <EmptyState title={texts.none} help={texts.noneHelp} action={exploreLink} />;
}

/** The chats. Fetches the next page when the end of the list comes near the viewport. */
function ChatList({ userId, options, focusFallback }: ChatListProps) {
  // Fixed for the visit, so that midnight does not move chats between groups.
  const [now] = useState(() => new Date());
  const query = useInfiniteQuery(chatsQuery(userId, options, now));
  useKeptPages(`chats ${JSON.stringify(options)}`, query);
  const { data, isError, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  const chats: readonly ChatSummary[] = data?.pages.flatMap((page) => page.chats) ?? [];
  const { list, onRemove } = useFocusAfterRemoval<HTMLDivElement>(
    chats.length,
    '.history-row__delete',
    focusFallback,
  );
  const fetchMoreChats = () => void fetchNextPage();
  const endRef = useNearEnd<HTMLDivElement>(hasNextPage && !isFetching && !isError, fetchMoreChats);
  if (!data) {
    if (!isError) return <SkeletonRows rows={4} label="Loading chats" />;
    return <FailedRead size="panel" title={texts.unread} onRetry={() => void query.refetch()} />;
  }
  const total = data.pages.at(-1)?.total ?? 0;
  return (
    <>
      <HeadNote>{conversationCountText(total, formatWholeCount(total))}</HeadNote>
      {chats.length === 0 ? (
        <EmptyList {...options} />
      ) : (
        <ChatGroups
          chats={chats}
          now={now}
          busy={query.isPlaceholderData}
          list={list}
          onRemove={onRemove}
        />
      )}
      {isFetchNextPageError && (
        <FailedRead size="row" title={texts.noMoreRead} onRetry={fetchMoreChats} />
      )}
      {hasNextPage && !isFetchNextPageError && (
        <div ref={endRef}>
          <SkeletonRows rows={2} label="Loading more chats" />
        </div>
      )}
    </>
  );
}

/**
 * The chat history, with search, time filter and deletion (topic Chat history of the rules). The history
 * entry keeps search and time filter (rule chats-search-field).
 */
export function ChatsPanel({ user }: PanelProps) {
  const [options, setOptions] = useEntryState('chats', initialChatOptions, isChatListOptions);
  const { text, setText } = useDebouncedSearch(options.search, (search) =>
    setOptions({ ...options, search }),
  );
  const toolbar = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className="panel-tools" ref={toolbar}>
        <SearchField label={texts.search} value={text} onChange={setText} />
        <Select
          label="Time"
          options={chatPeriods}
          value={options.period}
          onChange={(period) => setOptions({ ...options, period })}
        />
      </div>
      <ChatList
        userId={user.id}
        options={options}
        focusFallback={() => toolbar.current?.querySelector('input')}
      />
    </>
  );
}
