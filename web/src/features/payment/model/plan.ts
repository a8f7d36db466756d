import { formatPrice } from '#/shared/format/format-price';
import { isRecord } from '#/shared/lib/is-record';

/** Ids of the plan that unlocks one character, and of the plan that unlocks all (rule payment-plans). */
export const planIds = { one: 1, all: 2 } as const;

export type PlanId = (typeof planIds)[keyof typeof planIds];

export interface Plan {
  name: string;
  /** A decimal, as in '24.00'. */
  decimalPrice: string;
  /** Formatted, as in '$24.00'; empty if it cannot be read. */
  formattedPrice: string;
  title: string;
  subTitle: string;
  description: string;
  subDescription: string;
}

interface PlanAnswer {
  plan_name: string;
  amount: string;
  currency: string;
  /** A JSON object with the title and the other texts of the plan. */
  meta_data: string;
}

function readPlanTexts(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

/** Reads the server's answer. Texts that cannot be read are empty (rule access-locked-modal). */
export function readPlan({ plan_name, amount, currency, meta_data }: PlanAnswer): Plan {
  const planTexts = readPlanTexts(meta_data);
  const text = (key: string) => (typeof planTexts[key] === 'string' ? planTexts[key] : '');
  return {
    name: plan_name,
    decimalPrice: amount,
    formattedPrice: formatPrice(amount, currency),
    title: text('title'),
    subTitle: text('sub_title'),
    description: text('description'),
    subDescription: text('sub_description'),
  };
}
