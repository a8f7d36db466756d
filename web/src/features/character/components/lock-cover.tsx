import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useId } from 'react';
import { Button } from '#/shared/ui/button';
import { planQuery } from '../api/plan';
import { texts } from '../texts';

/**
 * Lies over the blurred picture of a locked character and names the plan that unlocks it (rule
 * access-locked-modal). There is no payment yet: the pay button is disabled and says why.
 */
export function LockCover() {
  const { data: plan } = useQuery(planQuery);
  const why = useId();
  return (
    <div className="lock-cover">
      <Lock size={24} aria-hidden="true" />
      <div className="lock-cover__words">
        {plan && (
          <>
            <p className="display lock-cover__title">{plan.title}</p>
            <p className="lock-cover__sub">{plan.subTitle}</p>
            <p>{plan.description}</p>
            <p className="lock-cover__small">{plan.subDescription}</p>
          </>
        )}
      </div>
      <Button full disabled aria-describedby={why}>
        {[plan?.name ?? texts.namelessPlan, plan?.price].filter(Boolean).join(' \u00b7 ')}
      </Button>
      <p className="lock-cover__small" id={why}>
        {texts.notForSale}
      </p>
    </div>
  );
}
