import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useLayoutEffect } from 'react';
import { useSession } from '#/features/auth';
import { Coin, categoryInk } from '#/features/character';
import type { Session } from '#/shared/api/types';
import { formatAge } from '#/shared/format/format-time';
import { plainText } from '#/shared/format/plain-text';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { newestChatsQuery } from '../api/newest-chats';
import { texts } from '../texts';
import '../styles/go-on-talking.css';

/** One conversation. The card of a locked character shows no line of the talk, as in the sidebar. */
function NewestChatItem({ chat }: { chat: Session }) {
  const { character, is_locked: locked, lastMessage, updated_at: at } = chat;
  const ink = categoryInk(character.category);
  const lastMessageText = locked ? '' : plainText(lastMessage?.content ?? '');
  return (
    <li>
      <Link
        className={clsx('talk-card', `c-${ink}`, locked && 'talk-card--locked')}
        to={paths.chat.getHref(character.slug)}
      >
        <span className="talk-card__coin">
          <Coin pictureUrl={character.coin_url} ink={ink} size={48} />
        </span>
        <span className="talk-card__words">
          <span className="talk-card__head">
            <span className="display talk-card__name">{character.name}</span>{' '}
            {locked && <VisuallyHidden>locked, </VisuallyHidden>}
            <time className="talk-card__time" dateTime={at}>
              {formatAge(at)}
            </time>
          </span>{' '}
          <span className="talk-card__line" dir="auto">
            {lastMessageText || character.designation}
          </span>
        </span>
      </Link>
    </li>
  );
}

interface GoOnTalkingProps {
  /**
   * Called when the conversations are known, before they are painted, and again when the state
   * changes.
   */
  onFetched: (state: 'shown' | 'none') => void;
}

/** The newest conversations of the signed-in user, each a link to its chat (rule home-go-on). */
export function GoOnTalking({ onFetched }: GoOnTalkingProps) {
  const id = useId();
  const session = useSession();
  const userId = session.status === 'in' ? session.user.id : null;
  const { data: chats = [], isFetching } = useQuery({
    ...newestChatsQuery(userId ?? ''),
    enabled: userId !== null,
  });
  // An empty cached list may be outdated: the first conversation may have begun since. Wait for the
  // server's list.
  const isWaiting = userId === null || (isFetching && chats.length === 0);
  const hasChats = chats.length > 0;
  useLayoutEffect(() => {
    if (!isWaiting) onFetched(hasChats ? 'shown' : 'none');
  }, [isWaiting, hasChats, onFetched]);
  if (!hasChats) return null;
  return (
    <section className="wrap talks" data-site="talks" aria-labelledby={id}>
      <div className="talks__head">
        <h2 className="display t4" id={id}>
          {texts.goOn}
        </h2>
        <Link className="link" to={paths.account.getHref('chats')}>
          {texts.allChats}
        </Link>
      </div>
      <ul className="talks__list">
        {chats.map((chat) => (
          <NewestChatItem key={chat.id} chat={chat} />
        ))}
      </ul>
    </section>
  );
}
