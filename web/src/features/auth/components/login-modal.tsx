import { useForm } from '#/shared/hooks/use-form';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { PasswordField } from '#/shared/ui/password-field';
import { useLogin } from '../api/session-mutations';
import { checkLogin, emptyLogin, trimLogin } from '../model/auth-forms';
import { switchModal, useModalStore } from '../model/modal-store';
import { refusalErrors } from '../model/refusal-errors';
import { loginFieldByMessage } from '../texts';
import { AuthDialog } from './auth-dialog';
import { GoogleButton } from './google-button';

export function LoginModal() {
  const email = useModalStore((state) => state.email);
  const { form, field, values, showErrors } = useForm({
    initial: { ...emptyLogin, email },
    prepare: trimLogin,
    check: checkLogin,
    onSubmit: (checked) => login.mutate(checked),
  });
  const login = useLogin((error) =>
    showErrors(refusalErrors(error, ['email', 'password'], loginFieldByMessage)),
  );
  return (
    <AuthDialog title="Welcome back">
      <form className="auth__fields" {...form}>
        <Field label="Email" type="email" autoComplete="email" {...field('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          data-focus={email !== ''}
          {...field('password')}
        />
        <button
          type="button"
          className="link auth__forgot"
          onClick={() => switchModal('forgot', values.email)}
        >
          Forgot password?
        </button>
        <Button type="submit" full busy={login.isPending}>
          LOGIN
        </Button>
      </form>
      <GoogleButton />
      <p className="auth__switch">
        New here?{' '}
        <button type="button" className="link link--strong" onClick={() => switchModal('register')}>
          Sign up
        </button>
      </p>
    </AuthDialog>
  );
}
