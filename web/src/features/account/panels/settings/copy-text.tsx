import { Copy } from 'lucide-react';
import { copyText } from '#/shared/browser/copy-text';
import { Button } from '#/shared/ui/button';
import { toast } from '#/shared/ui/toast';
import { texts } from '../../texts';

interface CopyTextButtonProps {
  text: string;
  label: string;
  /** Text of the toast after copying. */
  copiedToastText: string;
}

/** A button that copies a text. */
export function CopyTextButton({ text, label, copiedToastText }: CopyTextButtonProps) {
  const copy = async () => {
    if (await copyText(text)) toast.success(copiedToastText, { id: copiedToastText });
    else toast.error(texts.copyFailed, { id: texts.copyFailed });
  };
  return (
    <Button look="line" size="sm" onClick={() => void copy()}>
      <Copy size={16} aria-hidden="true" />
      {label}
    </Button>
  );
}
