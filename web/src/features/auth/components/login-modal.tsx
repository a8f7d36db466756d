import { useEffect, useRef, useState } from 'react';
import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { EmailField } from '#/shared/ui/email-field';
import { PasswordField } from '#/shared/ui/password-field';
import { useLogin } from '../api/session-mutations';
import { checkLogin, emptyLogin, trimLogin } from '../model/auth-forms';
import { switchModal, useModalStore } from '../model/modal-store';
import { refusalErrorsByField } from '../model/refusal-errors';
import { loginFieldByMessage, texts } from '../texts';
import { AuthDialog } from './auth-dialog';
import { GoogleButton } from './google-button';
import { TwoFactorStep } from './two-factor-step';

/**
 * Address and password. Password managers find the fields by `id`, `name` and `autocomplete` (rule
 * accounts-password-managers). If the address is filled in, the password has the focus (rule
 * accounts-typed-kept). 'Forgot password?' opens the forgot-password modal (rule accounts-forgot-steps).
 */
function LoginForm() {
  const email = useModalStore((state) => state.email);
  const { form, field, values, showErrors } = useForm({
    initialValues: { ...emptyLogin, email },
    prepare: trimLogin,
    check: checkLogin,
    onSubmit: (checked) => login.mutate(checked),
  });
  const login = useLogin((error) =>
    showErrors(refusalErrorsByField(error, ['email', 'password'], loginFieldByMessage)),
  );
  return (
    <>
      <form className="auth__fields" {...form}>
        <EmailField id="login-email" label="Email" autoComplete="username" {...field('email')} />
        <PasswordField
          id="login-password"
          label="Password"
          autoComplete="current-password"
          enterKeyHint="go"
          data-focus={email !== ''}
          {...field('password')}
        />
        <button
          type="button"
          className="link auth__forgot"
          onClick={() => switchModal('forgot', { email: values.email })}
        >
          Forgot password?
        </button>
        <Button type="submit" fullWidth busy={login.isPending}>
          LOGIN
        </Button>
      </form>
      <GoogleButton />
      <p className="auth__switch">
        New here?{' '}
        <button
          type="button"
          className="link link--strong"
          onClick={() => switchModal('register', { email: values.email })}
        >
          Sign up
        </button>
      </p>
    </>
  );
}

/**
 * The login modal: address and password, then a code if two-factor sign-in is on. When the server accepts no
 * more codes, the modal shows the password again (rules accounts-register-titles, accounts-two-factor-step).
 */
export function LoginModal() {
  const { challenge, email } = useModalStore();
  const [isChallengeEnded, setChallengeEnded] = useState(false);
  const modalContent = useRef<HTMLDivElement>(null);
  // The focused field disappears with its step, so the focus moves to the new step.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another step is shown
  useEffect(() => {
    const fieldToFocus = modalContent.current?.querySelector<HTMLElement>('[data-focus="true"]');
    (fieldToFocus ?? modalContent.current?.querySelector('input'))?.focus();
  }, [challenge]);
  const backToLogin = (isEnded: boolean) => {
    setChallengeEnded(isEnded);
    // The user may have closed the modal while the code was checked.
    if (useModalStore.getState().challenge === challenge) switchModal('login', { email });
  };
  return (
    <AuthDialog title={challenge === null ? 'Welcome back' : 'Two-factor sign-in'}>
      <div ref={modalContent}>
        {challenge === null ? (
          <>
            {isChallengeEnded && (
              <p className="auth__ended" role="alert">
                {texts.challengeEnded}
              </p>
            )}
            <LoginForm />
          </>
        ) : (
          <TwoFactorStep
            challenge={challenge}
            onBack={() => backToLogin(false)}
            onEnded={() => backToLogin(true)}
          />
        )}
      </div>
    </AuthDialog>
  );
}
