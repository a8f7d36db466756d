import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain, useRequireLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Character } from '#/shared/api/types';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { toast } from '#/shared/ui/toast';
import { texts } from '../texts';

type Partner = Pick<Character, 'character_id' | 'slug' | 'is_locked'>;

/**
 * The action of the CHAT button (rules catalogue-card, access-login-first): fetches or creates the
 * session and opens the chat. A visitor logs in first.
 */
export function useStartChat() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const requireLogin = useRequireLogin();
  const starting = useMutation({
    // A locked character gets no session: the chat shows its lock.
    mutationFn: async ({ character_id: characterId, is_locked: locked }: Partner) =>
      locked ? null : unwrap(api.POST('/session', { body: { characterId } })),
    onSuccess: (session, partner) => {
      // Seeds the cache, so that the chat makes no second call.
      if (session) client.setQueryData(sharedKeys.session(partner.slug, session.user_id), session);
      void client.invalidateQueries({ queryKey: sharedKeys.sessions });
      navigate(paths.chat.getHref(partner.slug));
    },
    onError: (error, partner) => {
      if (loginAgain(error, () => starting.mutate(partner))) return;
      toast.error(errorMessage(error, texts.chatFailed));
    },
  });
  return {
    startChat: (partner: Partner) => requireLogin(() => starting.mutate(partner))(),
    /** Slug of the character whose chat is being opened. */
    startingSlug: starting.isPending ? starting.variables.slug : null,
  };
}
