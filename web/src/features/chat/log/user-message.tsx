import { memo } from 'react';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';

/** What the user said: plain text, exactly as typed. */
export const UserTurn = memo(function UserTurn({ content }: { content: string }) {
  return (
    <div className="you">
      <VisuallyHidden>You: </VisuallyHidden>
      {content}
    </div>
  );
});
