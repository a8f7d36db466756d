import { useEffect, useRef, useState } from 'react';
import { useForm } from '#/shared/hooks/use-form';
import { AppCodeField } from '#/shared/ui/app-code-field';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { useLoginWithCode } from '../api/two-factor-mutations';
import { type CodeKind, checkCode } from '../model/two-factor-forms';
import { codeTries } from '../texts';

interface TwoFactorStepProps {
  challenge: string;
  /** Returns to the password. */
  onBack: () => void;
  /** Called when the challenge accepts no more codes. */
  onEnded: () => void;
}

interface CodeFormProps extends Pick<TwoFactorStepProps, 'challenge' | 'onEnded'> {
  kind: CodeKind;
  /** Counts a wrong code. Returns true if the challenge accepts another code. */
  countWrongCode: () => boolean;
}

const codeIntros: Readonly<Record<CodeKind, string>> = {
  app: 'Enter the code from your authenticator app.',
  recovery: 'Enter one of the recovery codes that you have kept. Each of them works once.',
};

function CodeForm({ challenge, kind, onEnded, countWrongCode }: CodeFormProps) {
  const { form, field, showErrors } = useForm({
    initialValues: { code: '' },
    prepare: (values) => values,
    check: (values) => checkCode(kind, values),
    onSubmit: ({ code }) => !login.isPending && login.mutate(code),
  });
  const login = useLoginWithCode(challenge, {
    onEnded,
    onRefused: (message, wrong) => {
      if (wrong && !countWrongCode()) return onEnded();
      showErrors({ code: message });
      // The next code replaces the refused one.
      form.ref.current?.querySelector('input')?.select();
    },
  });
  // The focused field disappears with its form, so the focus moves to the new form.
  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [form.ref]);
  return (
    <form className="auth__fields" {...form}>
      <p className="auth__note">{codeIntros[kind]}</p>
      {kind === 'app' ? (
        <AppCodeField {...field('code')} />
      ) : (
        <Field
          label="Recovery code"
          className="num"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...field('code')}
        />
      )}
      <Button type="submit" fullWidth busy={login.isPending}>
        LOGIN
      </Button>
    </form>
  );
}

/**
 * The second step of the login: a code of the authenticator app or a recovery code (rule
 * accounts-two-factor-step).
 */
export function TwoFactorStep({ challenge, onBack, onEnded }: TwoFactorStepProps) {
  const [kind, setKind] = useState<CodeKind>('app');
  const wrongCodeCount = useRef(0);
  const countWrongCode = () => {
    wrongCodeCount.current += 1;
    return wrongCodeCount.current < codeTries;
  };
  const otherKind = kind === 'app' ? 'recovery' : 'app';
  return (
    <>
      <CodeForm key={kind} {...{ challenge, kind, onEnded, countWrongCode }} />
      <div className="auth__ways">
        <button type="button" className="link" onClick={onBack}>
          Back to Login
        </button>
        <button type="button" className="link link--strong" onClick={() => setKind(otherKind)}>
          {otherKind === 'recovery' ? 'Use a recovery code' : 'Use the authenticator app'}
        </button>
      </div>
    </>
  );
}
