import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { loginAgain, useRequireLogin } from '#/features/auth';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { sharedKeys } from '#/shared/api/keys';
import type { Character } from '#/shared/api/types';
import { paths } from '#/shared/lib/paths';
import { toast } from '#/shared/ui/toast';

type Partner = Pick<Character, 'character_id' | 'slug'>;

/**
 * The CHAT button (spec 1 §2): signed out it opens the login modal and, after success, starts the
 * chat; signed in it makes or finds the session and opens it.
 */
export function useStartChat() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const requireLogin = useRequireLogin();
  const starting = useMutation({
    mutationFn: (partner: Partner) =>
      unwrap(api.POST('/session', { body: { characterId: partner.character_id } })),
    onSuccess: (_, partner) => {
      void client.invalidateQueries({ queryKey: sharedKeys.sessions });
      return navigate(paths.chat.getHref(partner.slug));
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
