import { Route, Routes, useParams } from 'react-router';
import { useSession } from '#/features/auth';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { ChatScreen } from '../screen/chat-screen';

function ChatPage() {
  const { chatId = '' } = useParams();
  const session = useSession();
  if (session.status !== 'in' && session.status !== 'ended') return null;
  return <ChatScreen user={session.user} signedIn={session.status === 'in'} slug={chatId} />;
}

/** Renders the chat screen of a character, with a signed-in user. */
export function renderChat(slug = 'ada-lovelace') {
  return renderApp(
    <Routes>
      <Route path="/chats/:chatId" element={<ChatPage />} />
      <Route path="/" element={<h1>home</h1>} />
    </Routes>,
    { url: `/chats/${slug}`, user: fakeUser() },
  );
}
