import { Trash2 } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { DeleteChats } from '#/features/chat-deletion';
import type { ChatSummary } from '#/shared/api/types';
import { Button } from '#/shared/ui/button';
import { useSelection } from '../../hooks/use-selection';
import { groupChats } from '../../model/chat-groups';
import { ChatRow } from './chat-row';
import { selectedText, texts } from './texts';

interface ChatGroupsProps {
  chats: readonly ChatSummary[];
  now: Date;
  /** True while the list still shows the chats of the previous search. */
  busy: boolean;
  list: RefObject<HTMLDivElement | null>;
  /** Called with the index of a deleted chat before it leaves the list. */
  onRemove: (index: number) => void;
}

/** The chats by day, with their selection and deletion (rule chats-select). */
export function ChatGroups({ chats, now, busy, list, onRemove }: ChatGroupsProps) {
  const { selected, isSelected, select, selectAll } = useSelection(chats);
  const [chatsToDelete, setChatsToDelete] = useState<readonly ChatSummary[] | null>(null);
  const isAllSelected = selected.length === chats.length;
  return (
    <>
      <div className="history-tools">
        <label className="history-check history-check--all">
          <input
            type="checkbox"
            checked={isAllSelected}
            ref={(box) => {
              if (box) box.indeterminate = selected.length > 0 && !isAllSelected;
            }}
            onChange={() => selectAll(!isAllSelected)}
          />
          {texts.selectAll}
        </label>
        <span className="small muted" role="status">
          {selected.length > 0 && selectedText(selected.length)}
        </span>
        <Button
          look="line"
          className="history-tools__delete"
          busy={selected.length === 0}
          onClick={() => setChatsToDelete(selected)}
        >
          <Trash2 size={18} aria-hidden="true" />
          {texts.deleteSelected}
        </Button>
      </div>
      <div ref={list} className="history" aria-busy={busy}>
        {groupChats(chats, now).map(({ title, chats: ofGroup }) => (
          <section key={title}>
            <h2 className="display t3 history__title">{title}</h2>
            <ul>
              {ofGroup.map((chat) => (
                <ChatRow
                  key={chat.id}
                  chat={chat}
                  isSelected={isSelected(chat.id)}
                  onSelect={(on) => select(chat.id, on)}
                  onDelete={() => setChatsToDelete([chat])}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {chatsToDelete && (
        <DeleteChats
          chats={chatsToDelete}
          onDeleted={(ids) => {
            onRemove(chats.findIndex(({ id }) => id === ids[0]));
            const remainingChats = chatsToDelete.filter(({ id }) => !ids.includes(id));
            if (remainingChats.length > 0) setChatsToDelete(remainingChats);
          }}
          onClose={() => setChatsToDelete(null)}
        />
      )}
    </>
  );
}
