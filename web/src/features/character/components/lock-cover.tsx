import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { planQuery } from '../api/plan';

/**
 * Lies over the blurred picture of a locked character and tells what would open it. The pay button
 * comes with payments; until then the cover says that there is none.
 */
export function LockCover() {
  const { data: plan } = useQuery(planQuery);
  return (
    <div className="lock-cover">
      <Lock size={24} aria-hidden="true" />
      {plan && (
        <>
          <p className="display lock-cover__title">{plan.title}</p>
          <p className="lock-cover__sub">{plan.subTitle}</p>
          <p>{plan.description}</p>
          <p className="lock-cover__small">{plan.subDescription}</p>
        </>
      )}
      <p className="lock-cover__note">Payment is not set up on this server yet.</p>
    </div>
  );
}
