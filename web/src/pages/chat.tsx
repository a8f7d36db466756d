import { useParams } from 'react-router';
import { usePageTitle } from '#/shared/hooks/use-page-title';

export function ChatPage() {
  const { chatId = '' } = useParams();
  usePageTitle(chatId);
  return (
    <main id="main" className="wrap notice-page" tabIndex={-1}>
      <h1 className="display t1">{chatId}</h1>
    </main>
  );
}
