import { memo } from 'react';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { CopyButton } from './copy-button';

/**
 * A message of the user, as plain text (rule safety-hostile-text). `MessageTools`, which loads later,
 * draws its tools into the element with the class `message-tools`.
 */
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
