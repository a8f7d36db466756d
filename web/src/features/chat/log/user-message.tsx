import { memo } from 'react';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { CopyButton } from './copy-button';

/** A message of the user, as plain text. The lazy `MessageTools` fill its element `message-tools`. */
export const UserMessage = memo(function UserMessage({ content }: { content: string }) {
  return (
    <div className="user-turn">
      <div className="user-message">
        <VisuallyHidden>You: </VisuallyHidden>
        {content}
      </div>
      <div className="user-turn__actions">
        <CopyButton content={content} />
        <div className="message-tools" />
      </div>
    </div>
  );
});
