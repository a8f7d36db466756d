import { useEffect, useRef, useState } from 'react';
import { Dialog } from '#/shared/ui/dialog';
import { closeModal, useModalStore } from '../model/modal-store';
import type { ResendWait } from '../model/resend-wait';
import { DeadLink } from './dead-link';
import { EmailStep } from './email-step';
import { NewPasswordStep } from './new-password-step';
import { OtpStep } from './otp-step';
import '../styles/reset.css';

type ForgotStep =
  | { name: 'email' }
  | { name: 'otp'; otp: string; refusal?: string }
  | { name: 'new password'; otp: string }
  | { name: 'link'; token: string }
  | { name: 'dead link'; message: string };

/**
 * The modal for a forgotten password, in steps. The button Back drops the text typed in its step (rules
 * accounts-forgot-steps, accounts-forgot-back). After a refused code, the step of the code is shown again (rule
 * accounts-forgot-refused-code).
 */
export function ForgotModal() {
  const modalState = useModalStore();
  const [step, setStep] = useState<ForgotStep>(
    modalState.resetToken === null
      ? { name: 'email' }
      : { name: 'link', token: modalState.resetToken },
  );
  const [email, setEmail] = useState(modalState.email);
  const [wait, setWait] = useState<ResendWait | null>(null);
  const stepContent = useRef<HTMLDivElement>(null);
  // The focused field disappears with its step, so the focus moves to the new step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another step is shown
  useEffect(() => stepContent.current?.querySelector<HTMLElement>('.input, .btn')?.focus(), [step]);
  const goToEmailStep = () => setStep({ name: 'email' });

  const renderStep = () => {
    switch (step.name) {
      case 'email':
        return (
          <EmailStep
            email={email}
            wait={wait}
            onWait={setWait}
            onSent={(address) => {
              setEmail(address);
              setStep({ name: 'otp', otp: '' });
            }}
          />
        );
      case 'otp':
        return (
          <OtpStep
            {...{ email, wait }}
            otp={step.otp}
            refusal={step.refusal}
            onWait={setWait}
            onVerified={(otp) => setStep({ name: 'new password', otp })}
            onBack={goToEmailStep}
          />
        );
      case 'new password':
        return (
          <NewPasswordStep
            proof={{ email, otp: step.otp }}
            onRefused={(refusal) => setStep({ name: 'otp', otp: '', refusal })}
            onBack={() => setStep({ name: 'otp', otp: step.otp })}
          />
        );
      case 'link':
        return (
          <NewPasswordStep
            proof={{ token: step.token }}
            onRefused={(message) => setStep({ name: 'dead link', message })}
            onBack={goToEmailStep}
          />
        );
      case 'dead link':
        return <DeadLink message={step.message} onAskAgain={goToEmailStep} />;
    }
  };

  return (
    <Dialog onClose={closeModal} className="reset">
      <div ref={stepContent}>{renderStep()}</div>
    </Dialog>
  );
}
