import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TwoFactorSetup as Setup, User } from '#/shared/api/types';
import { useHoldPage } from '#/shared/browser/page-hold';
import { Button } from '#/shared/ui/button';
import { recoveryCodesQuery } from '../../api/recovery-codes-query';
import { useBeginTwoFactor, useDisableTwoFactor } from '../../api/two-factor-mutations';
import { RecoveryCodes } from './recovery-codes';
import { TwoFactorPasswordForm } from './two-factor-password';
import { TwoFactorSetup } from './two-factor-setup';

interface StepsProps {
  user: User;
  /** Closes the steps. */
  onEnd: () => void;
}

/**
 * Asks for the password, shows the secret, and asks for the first code. `TwoFactor` shows the recovery codes,
 * because this component is unmounted before the user has saved them.
 */
function EnableTwoFactorSteps({ user, onEnd }: StepsProps) {
  const [setup, setSetup] = useState<Setup | null>(null);
  const beginTwoFactor = useBeginTwoFactor(setSetup);
  if (setup) return <TwoFactorSetup user={user} setup={setup} onDone={onEnd} onCancel={onEnd} />;
  return (
    <TwoFactorPasswordForm
      user={user}
      label="Enable 2FA"
      submitLabel="Continue"
      busy={beginTwoFactor.isPending}
      onSend={beginTwoFactor.mutate}
      onCancel={onEnd}
    />
  );
}

function DisableTwoFactorStep({ user, onEnd }: StepsProps) {
  const disableTwoFactor = useDisableTwoFactor(onEnd);
  return (
    <TwoFactorPasswordForm
      user={user}
      label="Disable 2FA"
      submitLabel="Disable 2FA"
      busy={disableTwoFactor.isPending}
      onSend={disableTwoFactor.mutate}
      onCancel={onEnd}
    />
  );
}

function TwoFactorNote({ on }: { on: boolean }) {
  return (
    <p className="small faint">
      {on
        ? 'A code from your phone, besides the password. For new recovery codes, disable and enable it again.'
        : 'A code from your phone, besides the password'}
    </p>
  );
}

/** Two-factor sign-in: whether it is on, and the steps that turn it on and off (rule account-two-factor). */
export function TwoFactor({ user }: { user: User }) {
  const client = useQueryClient();
  const codesQuery = recoveryCodesQuery(user.id);
  const { data: codes = [] } = useQuery(codesQuery);
  const on = user.two_factor;
  /** Whether the open steps turn two-factor sign-in on or off; null while no steps are open. */
  const [steps, setSteps] = useState<'on' | 'off' | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const closeSteps = () => {
    setSteps(null);
    heading.current?.focus();
  };
  // Closes the steps if two-factor sign-in already has the state that they would set. Another tab, or a
  // call whose answer was lost, has then set the state.
  useEffect(() => {
    if (steps === (on ? 'on' : 'off')) closeSteps();
  });
  const forgetCodes = () => {
    client.setQueryData(codesQuery.queryKey, []);
    heading.current?.focus();
  };
  const hasUnkeptCodes = codes.length > 0;
  useHoldPage(steps !== null || hasUnkeptCodes);
  return (
    <section className="two-factor" aria-labelledby="two-factor">
      <div className="two-factor__row">
        <div>
          <div className="two-factor__head">
            <h2 id="two-factor" ref={heading} tabIndex={-1}>
              Two-factor sign-in
            </h2>
            {on && <p className="account-status account-status--good">On</p>}
          </div>
          <TwoFactorNote on={on} />
        </div>
        {steps === null && !hasUnkeptCodes && (
          <Button look="line" size="sm" onClick={() => setSteps(on ? 'off' : 'on')}>
            {on ? 'Disable 2FA' : 'Enable 2FA'}
          </Button>
        )}
      </div>
      {hasUnkeptCodes ? (
        <RecoveryCodes user={user} codes={codes} onKept={forgetCodes} />
      ) : (
        <>
          {steps === 'on' && <EnableTwoFactorSteps user={user} onEnd={closeSteps} />}
          {steps === 'off' && <DisableTwoFactorStep user={user} onEnd={closeSteps} />}
        </>
      )}
    </section>
  );
}
