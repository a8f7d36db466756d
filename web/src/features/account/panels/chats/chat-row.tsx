import { clsx } from 'clsx';
import { Trash2 } from 'lucide-react';
import { Coin, categoryInk } from '#/features/character';
import { messagesText } from '#/features/chat-deletion';
import type { ChatSummary } from '#/shared/api/types';
import { formatAge, formatDayMonth } from '#/shared/format/format-time';
import { plainText } from '#/shared/format/plain-text';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { startedText, texts } from './texts';

interface ChatRowProps {
  chat: ChatSummary;
  isSelected: boolean;
  onSelect: (selected: boolean) => void;
  onDelete: () => void;
}

/** One conversation of the chat history, with its title (rules chats-row, chat-title-shown). */
export function ChatRow({ chat, isSelected, onSelect, onDelete }: ChatRowProps) {
  const { title, character } = chat;
  const ink = categoryInk(character.category);
  return (
    <li className={clsx('history-row', isSelected && 'history-row--selected')}>
      <label className="history-check">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={`Select the chat with ${character.name}`}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <Coin pictureUrl={character.coin_url} ink={ink} size={50} />
      <div className="history-row__words">
        <h3 className="display t5">{title || character.name}</h3>
        <p className="history-row__line">
          {title && `${character.name} · `}
          {plainText(chat.lastMessage?.content ?? '') || texts.noMessages}
        </p>
        <p className="history-row__facts">
          {messagesText(chat.message_count)} · {startedText(formatDayMonth(chat.created_at))}
        </p>
      </div>
      <time className="history-row__age" dateTime={chat.updated_at}>
        {formatAge(chat.updated_at)}
      </time>
      <Link
        className={clsx(buttonClass('line', 'sm'), 'history-row__open')}
        to={paths.continueChat.getHref(character.slug, chat.id)}
        aria-label={`${texts.continueChat} with ${character.name}`}
      >
        {texts.continueChat}
      </Link>
      <IconButton
        className="history-row__delete"
        label={`Delete the chat with ${character.name}`}
        onClick={onDelete}
      >
        <Trash2 size={18} aria-hidden="true" />
      </IconButton>
    </li>
  );
}
