import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { isRecord } from '#/shared/lib/is-record';
import { characterKeys } from './keys';

/** Id of the plan that unlocks every character (rule access-locked-modal). */
const allAccessPlanId = 2;

export interface Plan {
  name: string;
  /** Formatted, as in '$24.00'. */
  price: string;
  title: string;
  subTitle: string;
  description: string;
  subDescription: string;
}

function metaOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** A price as in '$24.00' (rule payment-amount); empty for invalid input. */
function priceOf(amount: string, currency: string): string {
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(Number(amount));
  } catch {
    return '';
  }
}

/** The plan named on the lock (rule access-locked-modal). If it fails, the lock shows a plain text. */
export const planQuery = queryOptions({
  queryKey: characterKeys.plan(allAccessPlanId),
  queryFn: async ({ signal }): Promise<Plan> => {
    const { data } = await unwrap(
      api.GET('/admin/plans/{id}', { params: { path: { id: String(allAccessPlanId) } }, signal }),
    );
    const meta = metaOf(data.meta_data);
    const text = (key: string) => (typeof meta[key] === 'string' ? meta[key] : '');
    return {
      name: data.plan_name,
      price: priceOf(data.amount, data.currency),
      title: text('title'),
      subTitle: text('sub_title'),
      description: text('description'),
      subDescription: text('sub_description'),
    };
  },
  staleTime: 5 * 60_000,
});
