import { type FormEvent, useState } from 'react';
import { useFocusAfterRemoval } from '#/shared/hooks/use-focus-after-removal';
import { Button } from '#/shared/ui/button';
import { EmptyState } from '#/shared/ui/empty-state';
import { useAddMemory, useChangeMemory, useDeleteMemory } from '../api/memory-mutations';
import type { Memory } from '../api/memory-query';
import { maxLengths, texts } from '../texts';
import { MemoryRow } from './memory-row';

interface MemoryListProps {
  userId: string;
  conversationId: string;
  /** Name of the character. */
  name: string;
  memories: readonly Memory[];
  onShowMessage: (messageId: string) => void;
}

/** The memories of a character, and the field that adds one (rule memory-panel). */
export function MemoryList(props: MemoryListProps) {
  const { userId, conversationId, name, memories, onShowMessage } = props;
  const change = useChangeMemory(conversationId, userId);
  const deletion = useDeleteMemory(conversationId, userId);
  const { list, onRemove } = useFocusAfterRemoval<HTMLUListElement>(
    memories.length,
    '[data-forget]',
    () => document.querySelector<HTMLElement>('[data-memory-add]'),
  );
  return (
    <>
      <AddMemory userId={userId} conversationId={conversationId} />
      {memories.length === 0 ? (
        <EmptyState title={texts.empty(name)} help={texts.emptyHelp} />
      ) : (
        <ul className="memory-list" aria-label={`What ${name} remembers`} ref={list}>
          {memories.map((memory, index) => (
            <li key={memory.id}>
              <MemoryRow
                memory={memory}
                onEdit={(text) => change.mutate({ memoryId: memory.id, body: { text } })}
                onPin={(pinned) => change.mutate({ memoryId: memory.id, body: { pinned } })}
                onShare={(everywhere) =>
                  change.mutate({ memoryId: memory.id, body: { everywhere } })
                }
                onDelete={() => {
                  onRemove(index);
                  deletion.mutate(memory.id);
                }}
                onShowMessage={onShowMessage}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function AddMemory({ userId, conversationId }: { userId: string; conversationId: string }) {
  const [typed, setTyped] = useState('');
  const addMutation = useAddMemory(conversationId, userId, () => setTyped(''));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '' && !addMutation.isPending) addMutation.mutate(typed.trim());
  };
  return (
    <form className="memory-edit" aria-label="Add" onSubmit={submit}>
      <input
        className="input"
        aria-label="Something to remember"
        placeholder="Something to remember"
        data-memory-add="true"
        maxLength={maxLengths.text}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button size="sm" type="submit" busy={addMutation.isPending} disabled={typed.trim() === ''}>
        Add
      </Button>
    </form>
  );
}
