import type { ReactNode } from 'react';
import type { useForm } from '#/shared/hooks/use-form';
import { DialogTitle } from '#/shared/ui/dialog';

/** Address, code and new password (rule accounts-forgot-steps). */
const stepCount = 3;

/** The progress through the steps: one line for each step. */
function StepProgress({ step }: { step: number }) {
  const stepNumbers = Array.from({ length: stepCount }, (_, index) => index + 1);
  return (
    <div className="reset__progress" role="img" aria-label={`Step ${step} of ${stepCount}`}>
      {stepNumbers.map((line) => (
        <span key={line} data-state={line === step ? 'now' : line < step ? 'done' : 'ahead'} />
      ))}
    </div>
  );
}

interface ResetStepProps {
  /** Number of the step, from 1; undefined outside the three steps. */
  step?: number;
  title: string;
  intro: ReactNode;
  form: ReturnType<typeof useForm>['form'];
  children: ReactNode;
}

/** The form of one step in which a user replaces a forgotten password. */
export function ResetStep({ step, title, intro, form, children }: ResetStepProps) {
  return (
    <form {...form}>
      {step !== undefined && <StepProgress step={step} />}
      <DialogTitle>{title}</DialogTitle>
      <p className="reset__intro">{intro}</p>
      {children}
    </form>
  );
}
