import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { LazyMemoryPanel } from '#/features/memory';
import type { Session } from '#/shared/api/types';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { IconButton } from '#/shared/ui/icon-button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { messageAddress } from '../search/found-message';
import { Overlay } from './overlay';
import '../styles/talk-panel.css';

const SearchPanel = lazy(() =>
  import('../search/search-panel').then((m) => ({ default: m.SearchPanel })),
);

export type TalkPanelKind = 'search' | 'memory';

interface TalkPanelProps {
  kind: TalkPanelKind;
  session: Session;
  userId: string;
  onClose: () => void;
}

/** The search of messages, or what the character remembers, in a drawer over the chat. */
export function TalkPanel({ kind, session, userId, onClose }: TalkPanelProps) {
  const navigate = useNavigate();
  const { name, slug } = session.character;
  // Leaves the panel's entry of the history first, which closes the panel.
  const open = (address: string) => navigate(address);
  const waiting = <SkeletonRows rows={4} label="Opening" />;
  if (kind === 'search') {
    return (
      <Overlay label="Search messages" side="right" onClose={onClose}>
        <Suspense fallback={waiting}>
          <SearchPanel userId={userId} sessionId={session.id} onOpen={open} onClose={onClose} />
        </Suspense>
      </Overlay>
    );
  }
  return (
    <Overlay label={`What ${name} remembers`} side="right" onClose={onClose}>
      <div className="talk-panel">
        <div className="talk-panel__top">
          <h2 className="display t3">What {name} remembers</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <Suspense fallback={waiting}>
          <LazyMemoryPanel
            userId={userId}
            conversationId={session.id}
            name={name}
            onShowMessage={(id) => open(messageAddress(slug, id))}
          />
        </Suspense>
      </div>
    </Overlay>
  );
}
