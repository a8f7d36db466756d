import { Copy } from 'lucide-react';
import { copyText } from '#/shared/browser/copy-text';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';

/** A button that copies the stored text of a message, Markdown included (rule chat-copy). */
export function CopyButton({ content }: { content: string }) {
  const copy = async () => {
    if (await copyText(content)) toast.success(texts.copied, { id: texts.copied });
    else toast.error(texts.copyFailed, { id: texts.copyFailed });
  };
  return (
    <button type="button" className="reply__action" tabIndex={-1} onClick={() => void copy()}>
      <Copy size={16} aria-hidden="true" />
      Copy
    </button>
  );
}
