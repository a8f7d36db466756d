import { useEffect, useRef } from 'react';
import { openLogin } from '#/features/auth';
import { paths } from '#/shared/lib/paths';
import { Button, buttonClass } from '#/shared/ui/button';
import { Link } from '#/shared/ui/link';
import { texts } from '../texts';

/** Shown if no character has the slug (rule chat-unknown-character). */
export function UnknownCharacter() {
  return (
    <div className="notice-page chat-notice">
      <h1 className="display t1">{texts.notFound}</h1>
      <p className="voice muted">Nobody of that name is in the album.</p>
      <Link className={buttonClass('ink')} to={paths.characters.getHref()}>
        {texts.meet}
      </Link>
    </div>
  );
}

/** Shown if a chat is opened after the login has ended. */
export function LoginEnded({ onLogin }: { onLogin: () => void }) {
  return (
    <div className="notice-page chat-notice" role="alert">
      <h1 className="display t1">{texts.loginEnded}</h1>
      <p className="voice muted">Log in, and this chat opens.</p>
      <Button onClick={() => openLogin({ afterLogin: onLogin })}>LOGIN</Button>
    </div>
  );
}

interface DeletedChatProps {
  characterName: string;
  isStartingConversation: boolean;
  onStart: () => void;
}

/** Shown in place of a chat that was deleted here, in another tab or on another device (rule chats-delete-open). */
export function DeletedChat({ characterName, isStartingConversation, onStart }: DeletedChatProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The composer is gone: the focus would fall back to the body.
    if (document.activeElement === document.body) button.current?.focus();
  }, []);
  return (
    <div className="notice-page chat-notice" role="alert">
      <h1 className="display t1">{texts.deleted}</h1>
      <p className="voice muted">{characterName} remembers nothing of it.</p>
      <Button ref={button} look="talk" busy={isStartingConversation} onClick={onStart}>
        {texts.startAnew}
      </Button>
    </div>
  );
}

// rule chat-unopened
export function UnopenedChat({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="notice-page chat-notice" role="alert">
      <h1 className="display t1">The chat would not open</h1>
      <p className="voice muted">The server could not be reached, or had no answer.</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
