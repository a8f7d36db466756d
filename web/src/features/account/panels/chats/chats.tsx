import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ChatSummary } from '#/shared/api/types';
import { formatWhole } from '#/shared/format/format-count';
import { useEntryState } from '#/shared/hooks/use-entry-state';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { useKeptPages } from '#/shared/hooks/use-kept-pages';
import { useNearEnd } from '#/shared/hooks/use-near-end';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { Failed } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { chatsQuery } from '../../api/chats-query';
import { HeadNote } from '../../components/head-note';
import { SearchField } from '../../components/search-field';
import { Select } from '../../components/select';
import { useDebouncedSearch } from '../../hooks/use-debounced-search';
import { chatPeriods } from '../../model/chat-period';
import { allChats, type ChatWish, isChatWish } from '../../model/chat-wish';
import type { PanelProps } from '../../sections';
import { ChatGroups } from './chat-groups';
import { conversationCount, texts } from './texts';
import '../../styles/chat-history.css';

interface ListProps {
  userId: string;
  wish: ChatWish;
  /** The element that gets the focus when the last chat is deleted. */
  fallback: () => HTMLElement | null | undefined;
}

function EmptyList({ search, period }: ChatWish) {
  if (search !== '' || period !== 'all') return <EmptyState title={texts.noMatch} />;
  const explore = (
    <Link className={buttonClass('line')} to={paths.characters.getHref()}>
      Explore characters
    </Link>
  );
  return <EmptyState title={texts.none} help={texts.noneHelp} action={explore} />;
}

/** The chats, and the next page when the end of the list comes near the viewport. */
function ChatList({ userId, wish, fallback }: ListProps) {
  // Of the visit: the days of a list do not change under the reader.
  const [now] = useState(() => new Date());
  const query = useInfiniteQuery(chatsQuery(userId, wish, now));
  useKeptPages(`chats ${JSON.stringify(wish)}`, query);
  const { data, isError, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage } = query;
  const chats: readonly ChatSummary[] = data?.pages.flatMap((page) => page.chats) ?? [];
  const { list, onRemove } = useFocusAfterRemoval<HTMLDivElement>(
    chats.length,
    '.history-row__delete',
    fallback,
  );
  const more = () => void fetchNextPage();
  const end = useNearEnd<HTMLDivElement>(hasNextPage && !isFetching && !isError, more);
  if (!data) {
    if (!isError) return <SkeletonRows rows={4} label="Loading chats" />;
    return <Failed size="panel" title={texts.unread} onRetry={() => void query.refetch()} />;
  }
  const total = data.pages.at(-1)?.total ?? 0;
  return (
    <>
      <HeadNote>{conversationCount(total, formatWhole(total))}</HeadNote>
      {chats.length === 0 ? (
        <EmptyList {...wish} />
      ) : (
        <ChatGroups
          chats={chats}
          now={now}
          busy={query.isPlaceholderData}
          list={list}
          onRemove={onRemove}
        />
      )}
      {isFetchNextPageError && <Failed size="row" title={texts.noMoreRead} onRetry={more} />}
      {hasNextPage && !isFetchNextPageError && (
        <div ref={end}>
          <SkeletonRows rows={2} label="Loading more chats" />
        </div>
      )}
    </>
  );
}

/** The chat history, with search, time filter and deletion (topic Chat history of the rules). */
export function ChatsPanel({ user }: PanelProps) {
  const [wish, setWish] = useEntryState('chats', allChats, isChatWish);
  const { text, setText } = useDebouncedSearch(wish.search, (search) =>
    setWish({ ...wish, search }),
  );
  const tools = useRef<HTMLDivElement>(null);
  return (
    <>
      <div className="panel-tools" ref={tools}>
        <SearchField label={texts.search} value={text} onChange={setText} />
        <Select
          label="Time"
          options={chatPeriods}
          value={wish.period}
          onChange={(period) => setWish({ ...wish, period })}
        />
      </div>
      <ChatList
        userId={user.id}
        wish={wish}
        fallback={() => tools.current?.querySelector('input')}
      />
    </>
  );
}
