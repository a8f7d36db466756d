import { X } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { LazyMemoryPanel } from '#/features/memory';
import { useIsLocked } from '#/features/payment';
import type { Session } from '#/shared/api/types';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { IconButton } from '#/shared/ui/icon-button';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import type { ReplyText } from '../markdown/reply-text';
import { messageAddress } from '../search/excerpt-parts';
import type { TalkDialogKind } from '../talk/talk-dialog-kind';
import { yearTexts } from '../year/year-texts';
import { Overlay } from './overlay';
import '../styles/talk-panel.css';

const SearchPanel = lazy(() =>
  import('../search/search-panel').then((m) => ({ default: m.SearchPanel })),
);
const EarlierTalks = lazy(() =>
  import('../talk/earlier-talks').then((m) => ({ default: m.EarlierTalks })),
);
const RenameDialog = lazy(() =>
  import('../talk/rename-dialog').then((m) => ({ default: m.RenameDialog })),
);
const StartOverDialog = lazy(() =>
  import('../talk/start-over-dialog').then((m) => ({ default: m.StartOverDialog })),
);

const YearDial = lazy(() => import('../year/year-dial').then((m) => ({ default: m.YearDial })));

export type TalkPanelKind = 'search' | 'memory' | 'year' | TalkDialogKind;

interface TalkPanelProps {
  kind: TalkPanelKind;
  session: Session;
  userId: string;
  /**
   * Draws the text of a reply. The caller passes this component: an import here would move its code
   * out of the chunk of the chat.
   */
  Text: typeof ReplyText;
  /** Called with the conversation when other messages have replaced those that are shown. */
  onReplaced: (session: Session) => void;
  onClose: () => void;
}

/** The panel over the chat: the search of messages, the memory, the years, or what the menu of the talk opens. */
export function TalkPanel(props: TalkPanelProps) {
  const { kind, session, onReplaced, onClose } = props;
  if (kind === 'rename') return <RenameDialog session={session} onClose={onClose} />;
  if (kind === 'start-over') {
    return <StartOverDialog session={session} onReplaced={onReplaced} onClose={onClose} />;
  }
  return <TalkDrawer {...props} kind={kind} />;
}

interface TalkDrawerProps extends TalkPanelProps {
  kind: Exclude<TalkPanelKind, 'rename' | 'start-over'>;
}

function TalkDrawer({ kind, session, userId, Text, onReplaced, onClose }: TalkDrawerProps) {
  const navigate = useNavigate();
  const isLocked = useIsLocked(session);
  const { name, slug, is_active } = session.character;
  // This navigation replaces the panel's history entry, which closes the panel.
  const openAddress = (address: string) => navigate(address);
  const placeholder = <SkeletonRows rows={4} label="Opening" />;
  if (kind === 'search') {
    return (
      <Overlay label="Search messages" side="right" onClose={onClose}>
        <Suspense fallback={placeholder}>
          <SearchPanel
            userId={userId}
            sessionId={session.id}
            onOpen={openAddress}
            onClose={onClose}
          />
        </Suspense>
      </Overlay>
    );
  }
  if (kind === 'archives') {
    return (
      <Overlay label="Earlier talks" side="right" onClose={onClose}>
        <Suspense fallback={placeholder}>
          <EarlierTalks
            session={session}
            canWrite={!isLocked && is_active}
            Text={Text}
            onReplaced={onReplaced}
            onClose={onClose}
          />
        </Suspense>
      </Overlay>
    );
  }
  const title = kind === 'year' ? yearTexts.title : `What ${name} remembers`;
  return (
    <Overlay label={title} side="right" onClose={onClose}>
      <div className="talk-panel">
        <div className="talk-panel__top">
          <h2 className="display t3">{title}</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} aria-hidden="true" />
          </IconButton>
        </div>
        <Suspense fallback={placeholder}>
          {kind === 'year' ? (
            <YearDial session={session} userId={userId} onClose={onClose} />
          ) : (
            <LazyMemoryPanel
              userId={userId}
              conversationId={session.id}
              name={name}
              onShowMessage={(id) => openAddress(messageAddress(slug, id))}
            />
          )}
        </Suspense>
      </div>
    </Overlay>
  );
}
