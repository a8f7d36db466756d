import { ArrowRight } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useStartChat } from '#/features/character';
import type { Profile } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { type ButtonSize, buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';

interface ChatLinkProps {
  profile: Profile;
  size?: ButtonSize;
  /** True to make the link as wide as its container. */
  fullWidth?: boolean;
}

/** A link to the chat, even if the character is locked. A visitor logs in first (rule profile-chat-link). */
export function ChatLink({ profile, size = 'md', fullWidth = false }: ChatLinkProps) {
  const startChat = useStartChat();
  const openChat = (event: MouseEvent) => {
    // With a modifier key the browser opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    startChat(profile);
  };
  return (
    <Link
      className={buttonClass('talk', size, fullWidth)}
      to={paths.chat.getHref(profile.slug)}
      onClick={openChat}
    >
      Chat
      {fullWidth && <ArrowRight size={18} aria-hidden="true" />}
    </Link>
  );
}
