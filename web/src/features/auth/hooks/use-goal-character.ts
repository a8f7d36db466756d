import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#/shared/api/profile';
import type { GoalCharacter, LoginGoal } from '../model/login-goal';

/**
 * The character of a goal; null if there is none. If only its slug is known, the character is fetched (rule
 * accounts-login-goal).
 */
export function useGoalCharacter(goal: LoginGoal | null): {
  character: GoalCharacter | null;
  isPending: boolean;
} {
  const characterOrSlug = goal?.character ?? '';
  const isSlug = typeof characterOrSlug === 'string';
  const { data, isLoading } = useQuery({
    ...profileQuery(isSlug ? characterOrSlug : characterOrSlug.slug),
    enabled: isSlug && characterOrSlug !== '',
  });
  return { character: isSlug ? (data ?? null) : characterOrSlug, isPending: isLoading };
}
