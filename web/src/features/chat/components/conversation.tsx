import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#/shared/api/profile';
import type { Session } from '#/shared/api/types';
import { useChat } from '../hooks/use-chat';
import { useChatState } from '../hooks/use-chat-state';
import { texts } from '../messages';
import { isTalking } from '../model/chat-state';
import { ChatHeader, type ChatPanels } from './chat-header';
import { type ClosedComposer, Composer } from './composer';
import { LockedPage } from './locked-page';
import { MessageLog } from './message-log';

interface ConversationProps {
  session: Session;
  panels: ChatPanels;
}

function closedFor({ is_locked, character }: Session): ClosedComposer | undefined {
  if (!character.is_active) {
    return {
      placeholder: `${character.name} has left the album`,
      why: 'This conversation can still be read.',
    };
  }
  if (!is_locked) return undefined;
  return { placeholder: `Unlock ${character.name} to write`, why: texts.noPayment };
}

/** Header, log and composer of one session. Key it by the session's id. */
export function Conversation({ session, panels }: ConversationProps) {
  const { chat, draft } = useChat(session.id);
  const partner = session.character;
  const { data: profile } = useQuery(profileQuery(partner.slug));
  const talking = useChatState(chat.store, ({ phase }) => isTalking(phase));
  const unspoken = useChatState(chat.store, ({ messages }) => !messages.some((one) => one.isUser));
  const closed = closedFor(session);
  return (
    <>
      <ChatHeader partner={partner} panels={panels} talking={talking} demo={session.demo_mode} />
      {session.is_locked && unspoken ? (
        <LockedPage name={partner.name} />
      ) : (
        <MessageLog
          chat={chat}
          partner={partner}
          note={profile?.sensitive ? profile.sensitive_note : ''}
          closed={closed !== undefined}
        />
      )}
      <Composer chat={chat} draft={draft} name={partner.name} closed={closed} />
    </>
  );
}
