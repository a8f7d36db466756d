import { useParams } from 'react-router';
import { useSession } from '#/features/auth';
import { ChatScreen } from '#/features/chat';

/** Signed-in only: the route stands behind RequireAuth. */
export function ChatPage() {
  const { chatId = '' } = useParams();
  const session = useSession();
  return session.status === 'in' ? <ChatScreen user={session.user} slug={chatId} /> : null;
}
