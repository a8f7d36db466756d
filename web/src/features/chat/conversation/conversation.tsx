import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { LazyPreviously } from '#/features/memory';
import { useIsLocked } from '#/features/payment';
import { useSpeakRepliesAloud } from '#/features/voice';
import { profileQuery } from '#/shared/api/profile';
import type { Session } from '#/shared/api/types';
import { type ClosedComposerTexts, Composer } from '../composer/composer';
import { SendProblem } from '../composer/send-notice';
import { MessageLog } from '../log/message-log';
import { LazyMeter } from '../meter/lazy-meter';
import { hasTalkPausedOneDay, isGenerating, isUnanswered } from '../state/chat-state';
import { lastReply } from '../state/last-reply';
import { useChatState } from '../store/use-chat-state';
import { texts } from '../texts';
import { yearText } from '../year/year-text';
import { ChatHeader, type PanelControls } from './chat-header';
import { LockNotice } from './lock-notice';
import { useChat } from './use-chat';
import { useDemoMode } from './use-demo-mode';
import { useFirstQuestion } from './use-first-question';
import { useReactToLockChange } from './use-lock-change';

const LockedPage = lazy(() => import('./locked-page').then((m) => ({ default: m.LockedPage })));

interface ConversationProps {
  session: Session;
  panels: PanelControls;
  /** Called when the conversation turns out to be deleted. */
  onDeleted: () => void;
}

/** Why the field is disabled, if the character is locked or has left (rule access-locked-chat). */
function closedComposerTextsOf(
  { character }: Session,
  locked: boolean,
): ClosedComposerTexts | undefined {
  if (!character.is_active) {
    return {
      placeholder: `${character.name} has left the album`,
      reason: 'This conversation can still be read.',
    };
  }
  if (!locked) return undefined;
  return { placeholder: `Unlock ${character.name} to write`, reason: texts.locked };
}

/**
 * Header, log and composer of one session. Its React key must be the id of the session. `Conversation`
 * decides whether the header has a menu with Start over (rule chat-talk-menu). Below the header, a button
 * names the year of the session, if there is one (rule chat-year-panel). The log begins with the note of a
 * sensitive character (rule safety-sensitive-note) and ends with 'Previously' (rule memory-previously).
 */
export function Conversation({ session, panels, onDeleted }: ConversationProps) {
  const { chat, draft } = useChat(session.id, onDeleted);
  const character = session.character;
  const { data: profile } = useQuery(profileQuery(character.slug));
  const field = useRef<HTMLTextAreaElement>(null);
  const focusField = () => field.current?.focus();
  const isReplyArriving = useChatState(
    chat.store,
    ({ phase, downSince }) => isGenerating(phase) && downSince === null,
  );
  const isNothingSent = useChatState(
    chat.store,
    ({ messages }) => !messages.some((one) => one.isUser),
  );
  const isChatUnanswered = useChatState(chat.store, isUnanswered);
  useSpeakRepliesAloud(
    {
      sessionId: session.id,
      characterId: String(character.character_id),
      characterName: character.name,
    },
    { subscribe: chat.store.subscribe, read: () => lastReply(chat.store.getState()) },
  );
  const isChatDormant = useChatState(chat.store, hasTalkPausedOneDay);
  const isDemo = useDemoMode(session, chat.store);
  const locked = useIsLocked(session);
  const closedComposerTexts = closedComposerTextsOf(session, locked);
  useFirstQuestion(chat, draft, closedComposerTexts !== undefined);
  useReactToLockChange(chat, locked, field);
  return (
    <>
      <ChatHeader
        session={session}
        panels={panels}
        isReplyArriving={isReplyArriving}
        isUnanswered={isChatUnanswered && !locked}
        menu={
          locked && isNothingSent
            ? undefined
            : { canStartOver: !closedComposerTexts && !isNothingSent }
        }
        isDemo={isDemo}
      />
      {session.year !== null && !closedComposerTexts && (
        <button type="button" className="year-line" onClick={() => panels.openPanel('year')}>
          <b>It is {yearText(session.year)}.</b> {character.name} knows nothing later.
        </button>
      )}
      {locked && isNothingSent ? (
        <Suspense fallback={<div className="locked ruled" />}>
          <LockedPage character={character} profile={profile} />
        </Suspense>
      ) : (
        <MessageLog
          chat={chat}
          character={character}
          sensitiveCharacterNote={profile?.sensitive ? profile.sensitive_note : ''}
          isChatClosed={closedComposerTexts !== undefined}
          isCoveredByPanel={panels.isCoveredByPanel}
          focusField={focusField}
          footer={
            isChatDormant && (
              <Suspense>
                <LazyPreviously userId={session.user_id} conversationId={session.id} />
              </Suspense>
            )
          }
        />
      )}
      {locked && !isNothingSent && <LockNotice partner={character} />}
      <SendProblem chat={chat} focusField={focusField} />
      {!closedComposerTexts && <LazyMeter sessionId={session.id} />}
      <Composer
        chat={chat}
        draft={draft}
        characterName={character.name}
        closedComposerTexts={closedComposerTexts}
        field={field}
      />
    </>
  );
}
