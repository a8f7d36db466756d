import { useForm } from '#/shared/hooks/use-form';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { PasswordField } from '#/shared/ui/password-field';
import { useRegister } from '../api/session-mutations';
import { checkRegistration, emptyRegistration, trimRegistration } from '../model/auth-forms';
import { switchModal } from '../model/modal-store';
import { refusalErrors } from '../model/refusal-errors';
import { registerFieldByMessage } from '../texts';
import { AuthDialog } from './auth-dialog';
import { GoogleButton } from './google-button';

export function RegisterModal() {
  const { form, field, showErrors } = useForm({
    initial: emptyRegistration,
    prepare: trimRegistration,
    check: checkRegistration,
    onSubmit: (values) => signUp.mutate(values),
  });
  const signUp = useRegister((error) =>
    showErrors(refusalErrors(error, ['name', 'email', 'password'], registerFieldByMessage)),
  );

  return (
    <AuthDialog title="Create Account">
      <form className="auth__fields" {...form}>
        <Field label="Name" autoComplete="name" {...field('name')} />
        <Field label="Email" type="email" autoComplete="email" {...field('email')} />
        <div className="auth__pair">
          <PasswordField label="Password" autoComplete="new-password" {...field('password')} />
          <PasswordField
            label="Confirm password"
            autoComplete="new-password"
            {...field('confirmPassword')}
          />
        </div>
        <p className="auth__note">
          You must be 18 or have the consent of a guardian. By signing up you accept the{' '}
          <a className="link" href={paths.terms.getHref()} target="_blank" rel="noopener">
            Terms of Use
          </a>{' '}
          and the{' '}
          <a className="link" href={paths.agreement.getHref()} target="_blank" rel="noopener">
            User Agreement
          </a>
          .
        </p>
        <Button type="submit" full busy={signUp.isPending}>
          SIGNUP
        </Button>
      </form>
      <GoogleButton />
      <p className="auth__switch">
        Already have an account?{' '}
        <button type="button" className="link link--strong" onClick={() => switchModal('login')}>
          Login
        </button>
      </p>
    </AuthDialog>
  );
}
