import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#/shared/ui/button';
import { Dialog, DialogTitle } from '#/shared/ui/dialog';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { useForgetEverything } from '../api/memory-mutations';
import { memoryPanelQuery } from '../api/memory-query';
import { texts } from '../texts';
import { MemoryList } from './memory-list';
import { MemorySettings } from './memory-settings';
import '../styles/memory.css';

export interface MemoryPanelProps {
  userId: string;
  conversationId: string;
  /** Name of the character. */
  name: string;
  /** Shows a message of the conversation, which may not be loaded yet. */
  onShowMessage: (messageId: string) => void;
}

/** What a character remembers of the user (rule memory-panel). It fills the drawer that holds it. */
export function MemoryPanel({ userId, conversationId, name, onShowMessage }: MemoryPanelProps) {
  const query = useQuery(memoryPanelQuery(conversationId, userId));
  const [isForgetOpen, setForgetOpen] = useState(false);
  return (
    <div className="memory-panel">
      {query.data ? (
        <>
          <MemoryList
            userId={userId}
            conversationId={conversationId}
            name={name}
            memories={query.data.data}
            onShowMessage={onShowMessage}
          />
          {query.data.summary !== '' && (
            <section aria-label="Earlier in your talk">
              <h3 className="memory-panel__title">Earlier in your talk</h3>
              <p className="memory-panel__summary">{query.data.summary}</p>
            </section>
          )}
        </>
      ) : query.isError ? (
        <FailedRead
          size="panel"
          title={texts.unread}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <SkeletonRows rows={4} />
      )}
      <MemorySettings userId={userId} />
      <Button look="bad" onClick={() => setForgetOpen(true)}>
        Forget everything
      </Button>
      {isForgetOpen && (
        <ForgetDialog
          userId={userId}
          conversationId={conversationId}
          name={name}
          onClose={() => setForgetOpen(false)}
        />
      )}
    </div>
  );
}

interface ForgetDialogProps extends Omit<MemoryPanelProps, 'onShowMessage'> {
  onClose: () => void;
}

function ForgetDialog({ userId, conversationId, name, onClose }: ForgetDialogProps) {
  const deletion = useForgetEverything(conversationId, userId, onClose);
  return (
    <Dialog className="memory-forget" onClose={onClose}>
      <DialogTitle>Forget everything?</DialogTitle>
      <p>{texts.forgetAll(name)}</p>
      <div className="memory-forget__buttons">
        <Button look="line" data-focus="true" onClick={onClose}>
          Cancel
        </Button>
        <Button look="bad" busy={deletion.isPending} onClick={() => deletion.mutate()}>
          Forget
        </Button>
      </div>
    </Dialog>
  );
}
