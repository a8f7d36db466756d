import { Archive, Download, EllipsisVertical, Pencil, RotateCcw } from 'lucide-react';
import { Menu, MenuItem } from '#/shared/ui/menu';
import type { TalkDialogKind } from './talk-dialog-kind';
import { talkTexts } from './talk-texts';

interface TalkMenuProps {
  sessionId: string;
  /** True if the user has sent a message and can send more. */
  canStartOver: boolean;
  onOpen: (kind: TalkDialogKind) => void;
}

/** A link that saves the conversation in a file. The server names the file. */
function ExportLink({
  sessionId,
  format,
  label,
}: Record<'sessionId' | 'format' | 'label', string>) {
  return (
    <a
      className="menu__item"
      href={`/api/messages/${encodeURIComponent(sessionId)}/export?format=${format}`}
      download
    >
      <Download size={18} aria-hidden="true" />
      {label}
    </a>
  );
}

/** The menu in the header with the actions on the whole conversation (rule chat-talk-menu). */
export function TalkMenu({ sessionId, canStartOver, onOpen }: TalkMenuProps) {
  return (
    <Menu
      label="Talk menu"
      triggerClassName="icon-btn"
      trigger={<EllipsisVertical size={18} aria-hidden="true" />}
    >
      <MenuItem onClick={() => onOpen('rename')}>
        <Pencil size={18} aria-hidden="true" />
        {talkTexts.rename}
      </MenuItem>
      {canStartOver && (
        <MenuItem onClick={() => onOpen('start-over')}>
          <RotateCcw size={18} aria-hidden="true" />
          {talkTexts.startOver}
        </MenuItem>
      )}
      <MenuItem onClick={() => onOpen('archives')}>
        <Archive size={18} aria-hidden="true" />
        {talkTexts.earlier}
      </MenuItem>
      <ExportLink sessionId={sessionId} format="md" label={talkTexts.exportMarkdown} />
      <ExportLink sessionId={sessionId} format="json" label={talkTexts.exportJson} />
    </Menu>
  );
}
