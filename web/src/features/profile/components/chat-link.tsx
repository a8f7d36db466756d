import { ArrowRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useRequireLogin } from '#/features/auth';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';

interface ChatLinkProps {
  slug: string;
  /** As wide as its container. */
  full?: boolean;
}

/** A link to the chat, also of a locked character. A visitor logs in first (rule profile-chat-link). */
export function ChatLink({ slug, full = false }: ChatLinkProps) {
  const navigate = useNavigate();
  const requireLogin = useRequireLogin();
  const href = paths.chat.getHref(slug);
  const open = (event: MouseEvent) => {
    // With a modifier key the browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    requireLogin(() => navigate(href))();
  };
  return (
    <Link className={buttonClass('talk', 'md', full)} to={href} onClick={open}>
      Chat
      {full && <ArrowRight size={18} aria-hidden="true" />}
    </Link>
  );
}
