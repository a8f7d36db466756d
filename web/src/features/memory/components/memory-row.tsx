import { Pencil, Pin, PinOff, Trash2, Users } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { formatLocalDate } from '#/shared/format/format-local-time';
import { Button } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import type { Memory } from '../api/memory-query';
import { maxLengths } from '../texts';

interface MemoryRowProps {
  memory: Memory;
  onEdit: (text: string) => void;
  onPin: (pinned: boolean) => void;
  /** Called with true to share the memory with all characters, with false to stop sharing it. */
  onShare: (everywhere: boolean) => void;
  onDelete: () => void;
  /** Shows the message that the memory comes from. */
  onShowMessage: (messageId: string) => void;
}

/** A memory with its date and 'From this message', or the field that edits it (rule memory-panel). */
export function MemoryRow(props: MemoryRowProps) {
  const [editing, setEditing] = useState(false);
  const { memory, onEdit, onPin, onShare, onDelete, onShowMessage } = props;
  if (editing) {
    return (
      <EditMemory
        text={memory.text}
        onSave={(text) => {
          setEditing(false);
          if (text !== '' && text !== memory.text) onEdit(text);
        }}
        onCancel={() => setEditing(false)}
      />
    );
  }
  return (
    <div className="memory-row">
      <div className="memory-row__what">
        <p>{memory.text}</p>
        <p className="memory-row__from">
          {formatLocalDate(memory.created_at)}
          {memory.edited && ' · edited'}
          {memory.everywhere && ' · told to all characters'}
          {memory.message_id === '' ? (
            ' · by you'
          ) : (
            <button
              type="button"
              className="memory-row__link"
              onClick={() => onShowMessage(memory.message_id)}
            >
              From this message
            </button>
          )}
        </p>
      </div>
      <div className="memory-row__acts">
        <IconButton
          size="sm"
          label={memory.pinned ? `Unpin: ${memory.text}` : `Pin: ${memory.text}`}
          aria-pressed={memory.pinned}
          onClick={() => onPin(!memory.pinned)}
        >
          {memory.pinned ? <PinOff size={16} /> : <Pin size={16} />}
        </IconButton>
        <IconButton
          size="sm"
          label={`Tell all characters: ${memory.text}`}
          aria-pressed={memory.everywhere}
          onClick={() => onShare(!memory.everywhere)}
        >
          <Users size={16} />
        </IconButton>
        <IconButton size="sm" label={`Edit: ${memory.text}`} onClick={() => setEditing(true)}>
          <Pencil size={16} />
        </IconButton>
        <IconButton
          size="sm"
          label={`Forget: ${memory.text}`}
          data-forget="true"
          onClick={onDelete}
        >
          <Trash2 size={16} />
        </IconButton>
      </div>
    </div>
  );
}

interface EditMemoryProps {
  text: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}

function EditMemory({ text, onSave, onCancel }: EditMemoryProps) {
  const [typed, setTyped] = useState(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(typed.trim());
  };
  return (
    <form className="memory-edit" aria-label="Edit" onSubmit={submit}>
      <input
        className="input"
        aria-label="What is remembered"
        maxLength={maxLengths.text}
        value={typed}
        // biome-ignore lint/a11y/noAutofocus: the button that had the focus is gone.
        autoFocus
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button size="sm" type="submit">
        Save
      </Button>
      <Button size="sm" look="line" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
