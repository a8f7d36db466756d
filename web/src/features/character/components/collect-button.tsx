import { FolderPlus } from 'lucide-react';
import { useRequireLogin } from '#/features/auth';
import { IconButton } from '#/shared/ui/icon-button';
import { type CollectableCharacter, openCollectDialog } from '../model/collect-store';

interface CollectButtonProps {
  character: CollectableCharacter;
  size?: 'sm' | 'md';
  outlined?: boolean;
}

/** A button that opens the dialog 'Add to collection'. A visitor logs in first (rule collections-add-dialog). */
export function CollectButton({ character, size = 'md', outlined = false }: CollectButtonProps) {
  const requireLogin = useRequireLogin();
  return (
    <IconButton
      label="Add to collection"
      size={size}
      outlined={outlined}
      aria-haspopup="dialog"
      onClick={requireLogin(() => openCollectDialog(character))}
    >
      <FolderPlus size={size === 'sm' ? 18 : 20} aria-hidden="true" />
    </IconButton>
  );
}
