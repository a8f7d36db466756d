import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type PayableCharacter, PayButton, planIds, planQuery } from '#/features/payment';
import '../styles/lock-cover.css';

interface LockCoverProps {
  character: PayableCharacter;
  onSuccess: () => void;
}

/**
 * The cover over the blurred picture of a locked character. It sells the plan that unlocks all characters
 * (rule access-locked-modal).
 */
export function LockCover({ character, onSuccess }: LockCoverProps) {
  const { data: plan } = useQuery(planQuery(planIds.all, character.slug));
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
      <PayButton
        planId={planIds.all}
        character={character}
        onSuccess={onSuccess}
        fullWidth
        showPrice
      />
    </div>
  );
}
