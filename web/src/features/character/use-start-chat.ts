import { useMutation, useQueryClient } from '@tanstack/react-query';
import { loginAgain, useRequireLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Character } from '#/shared/api/types';
import { useNavigate } from '#/shared/hooks/use-navigate';
import { paths } from '#/shared/lib/paths';
import { toast } from '#/shared/ui/toast';

type Partner = Pick<Character, 'character_id' | 'slug' | 'is_locked'>;

/**
 * The CHAT button (spec 1 §2): signed out it opens the login modal and, after success, starts the
 * chat; signed in it makes or finds the session and opens it.
 */
export function useStartChat() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const requireLogin = useRequireLogin();
  const starting = useMutation({
    // A look at a closed door makes no session.
    mutationFn: async ({ character_id: characterId, is_locked: locked }: Partner) =>
      locked ? null : unwrap(api.POST('/session', { body: { characterId } })),
    onSuccess: (session, partner) => {
      // The chat finds it there, and does not ask once more.
      if (session) client.setQueryData(sharedKeys.session(partner.slug, session.user_id), session);
      void client.invalidateQueries({ queryKey: sharedKeys.sessions });
      navigate(paths.chat.getHref(partner.slug));
    },
    onError: (error, partner) => {
      if (loginAgain(error, () => starting.mutate(partner))) return;
      toast.error(errorMessage(error, 'The chat could not be started.'));
    },
  });
  return {
    startChat: (partner: Partner) => requireLogin(() => starting.mutate(partner))(),
    /** Slug of the character whose chat is being opened. */
    startingSlug: starting.isPending ? starting.variables.slug : null,
  };
}
