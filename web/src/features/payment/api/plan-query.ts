import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { type PlanId, planIds, readPlan } from '../model/plan';
import { paymentKeys } from './keys';

/**
 * A plan with its price for a character. While it cannot be fetched, locks show a fixed text
 * without a price.
 */
export function planQuery(id: PlanId, character: string) {
  const characterId = id === planIds.one ? character : '';
  return queryOptions({
    queryKey: paymentKeys.plan(id, characterId),
    queryFn: async ({ signal }) => {
      const query = characterId === '' ? {} : { characterId };
      const params = { path: { id: String(id) }, query };
      const { data } = await unwrap(api.GET('/admin/plans/{id}', { params, signal }));
      return readPlan(data);
    },
    staleTime: 5 * 60_000,
  });
}
