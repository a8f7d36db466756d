import { useForm } from '#/shared/hooks/use-form';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { EmailField } from '#/shared/ui/email-field';
import { Field } from '#/shared/ui/field';
import { PasswordField } from '#/shared/ui/password-field';
import { useRegister } from '../api/session-mutations';
import { checkRegistration, emptyRegistration, trimRegistration } from '../model/auth-forms';
import { switchModal, useModalStore } from '../model/modal-store';
import { nextEmptyField } from '../model/next-empty-field';
import { refusalErrorsByField } from '../model/refusal-errors';
import { registerFieldByMessage } from '../texts';
import { AuthDialog } from './auth-dialog';
import { GoogleButton } from './google-button';

/**
 * The register modal. It has no field for the age, only a note (rules accounts-register-age,
 * accounts-register-titles). Password managers find the fields by `id`, `name` and `autocomplete` (rule
 * accounts-password-managers). Name and address that were typed before are filled in, and the first empty field
 * has the focus (rule accounts-typed-kept).
 */
export function RegisterModal() {
  const { name, email } = useModalStore();
  const { form, field, values, showErrors } = useForm({
    initialValues: { ...emptyRegistration, name, email },
    prepare: trimRegistration,
    check: checkRegistration,
    onSubmit: (checked) => signUp.mutate(checked),
  });
  const signUp = useRegister((error) =>
    showErrors(refusalErrorsByField(error, ['name', 'email', 'password'], registerFieldByMessage)),
  );

  return (
    <AuthDialog title="Create Account">
      <form
        className="auth__fields"
        {...form}
        onKeyDown={(event) => {
          const nextField = event.key === 'Enter' && nextEmptyField(event.target);
          if (!nextField) return;
          event.preventDefault();
          nextField.focus();
        }}
      >
        <Field
          id="register-name"
          label="Name"
          autoComplete="name"
          enterKeyHint="next"
          {...field('name')}
        />
        <EmailField
          id="register-email"
          label="Email"
          autoComplete="email"
          enterKeyHint="next"
          data-focus={name !== '' && email === ''}
          {...field('email')}
        />
        <div className="auth__pair">
          <PasswordField
            id="register-password"
            label="Password"
            autoComplete="new-password"
            enterKeyHint="next"
            data-focus={name !== '' && email !== ''}
            {...field('password')}
          />
          <PasswordField
            id="register-confirm-password"
            label="Confirm password"
            autoComplete="new-password"
            enterKeyHint="go"
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
        <Button type="submit" fullWidth busy={signUp.isPending}>
          SIGNUP
        </Button>
      </form>
      <GoogleButton />
      <p className="auth__switch">
        Already have an account?{' '}
        <button
          type="button"
          className="link link--strong"
          onClick={() => switchModal('login', { name: values.name, email: values.email })}
        >
          Login
        </button>
      </p>
    </AuthDialog>
  );
}
