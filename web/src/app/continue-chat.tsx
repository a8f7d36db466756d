import { Navigate, useParams } from 'react-router';
import { paths } from '#/shared/lib/paths';

/**
 * Redirects `/chat/:ref?session=` to the chat (rule chats-continue). `session` is ignored, because a user has
 * one conversation with a character.
 */
export function ContinueChat() {
  const { ref = '' } = useParams();
  return <Navigate to={paths.chat.getHref(ref)} replace />;
}
