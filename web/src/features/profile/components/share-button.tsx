import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { profileQuery } from '#/shared/api/profile';
import { IconButton } from '#/shared/ui/icon-button';
import { useShare } from '../hooks/use-share';

interface ShareButtonProps {
  /** Slug or id of the character; its profile is read from the cache. */
  character: string;
  outlined?: boolean;
}

/** Shares the address of a character's profile. */
export function ShareButton({ character, outlined = false }: ShareButtonProps) {
  const { data: profile } = useQuery(profileQuery(character));
  const { share } = useShare(profile ?? { name: '', slug: character });
  return (
    <IconButton label="Share" outlined={outlined} onClick={share}>
      <Share2 size={18} aria-hidden="true" />
    </IconButton>
  );
}
