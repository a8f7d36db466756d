import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { profileQuery } from '#/shared/api/profile';
import { formatCount } from '#/shared/format/format-count';
import { useBackCloses } from '#/shared/hooks/use-back-closes';
import { useDesktop } from '#/shared/hooks/use-desktop';
import { useReturnFocus } from '#/shared/hooks/use-return-focus';
import { IconButton } from '#/shared/ui/icon-button';
import { Comments } from './comments';
import '../styles/comments.css';

interface CommentsDrawerProps {
  /** Slug or id of the character. */
  character: string;
  onClose: () => void;
}

/**
 * The comments in a drawer over the right edge of the chat. The drawer takes the focus when it opens and
 * returns it when it closes. Escape inside closes the drawer. On a small screen it covers the page, and Back
 * closes it. The caller makes the page under the drawer inert. Rule comments-drawer.
 */
export function CommentsDrawer({ character, onClose }: CommentsDrawerProps) {
  const { data: profile } = useQuery(profileQuery(character));
  const titleId = useId();
  useBackCloses(onClose, !useDesktop());
  const closeButton = useRef<HTMLButtonElement>(null);
  const returnFocus = useRef(useReturnFocus());
  useEffect(() => {
    const giveFocusBack = returnFocus.current;
    closeButton.current?.focus();
    return giveFocusBack;
  }, []);
  return (
    <aside
      className="drawer"
      aria-labelledby={titleId}
      onKeyDown={(event) => event.key === 'Escape' && !event.defaultPrevented && onClose()}
    >
      <div className="drawer__head">
        <h2 className="display t3" id={titleId}>
          Comments
        </h2>
        {profile && profile.stats.comments > 0 && (
          <span className="drawer__count num">{formatCount(profile.stats.comments)}</span>
        )}
        <IconButton ref={closeButton} label="Close comments" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="drawer__body">
        <Comments character={character} />
      </div>
    </aside>
  );
}
