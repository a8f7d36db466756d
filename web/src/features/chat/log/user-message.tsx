import { memo } from 'react';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';

/** A message of the user, as plain text. */
export const UserMessage = memo(function UserMessage({ content }: { content: string }) {
  return (
    <div className="user-message">
      <VisuallyHidden>You: </VisuallyHidden>
      {content}
    </div>
  );
});
