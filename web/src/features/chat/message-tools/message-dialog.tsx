import '../styles/message-dialog.css';
import type { ChatMessage } from '../state/message';
import type { Chat } from '../store/chat';
import { DeleteDialog } from './delete-dialog';
import { ReportDialog } from './report-dialog';

interface MessageDialogProps {
  kind: 'delete' | 'report';
  chat: Chat;
  message: ChatMessage;
  onDeleted: () => void;
  onClose: () => void;
}

/** The dialog that reports or deletes one message. */
export function MessageDialog({ kind, onDeleted, ...rest }: MessageDialogProps) {
  if (kind === 'report') return <ReportDialog {...rest} />;
  return <DeleteDialog {...rest} onDeleted={onDeleted} />;
}
