import { useQuery } from '@tanstack/react-query';
import { profileQuery } from '#/shared/api/profile';
import type { GoalCharacter, LoginGoal } from '../model/login-goal';

/** The character of a goal; null if there is none. If only its slug is known, the character is fetched. */
export function useGoalCharacter(goal: LoginGoal | null): {
  character: GoalCharacter | null;
  pending: boolean;
} {
  const given = goal?.character ?? '';
  const isRef = typeof given === 'string';
  const { data, isLoading } = useQuery({
    ...profileQuery(isRef ? given : given.slug),
    enabled: isRef && given !== '',
  });
  return { character: isRef ? (data ?? null) : given, pending: isLoading };
}
