import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { paths } from '#/shared/lib/paths';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { PasswordField } from '#/shared/ui/password-field';
import { toast } from '#/shared/ui/toast';
import { applyServerErrors } from '../form-errors';
import { messages, registerFieldByMessage } from '../messages';
import { switchModal } from '../modal-store';
import { type RegisterInput, registerSchema } from '../schemas';
import { useAuthForm } from '../use-auth-form';
import { AuthDialog } from './auth-dialog';

const emptyForm: RegisterInput = { name: '', email: '', password: '', confirmPassword: '' };

export function RegisterModal() {
  const { field, handleSubmit, setError } = useAuthForm(registerSchema, emptyForm);
  const signUp = useMutation({
    mutationFn: ({ name, email, password }: RegisterInput) =>
      unwrap(api.POST('/auth/register', { body: { name, email, password } })),
    onSuccess: () => {
      toast.success(messages.registerDone);
      switchModal('login');
    },
    onError: (error) => {
      const fields = ['name', 'email', 'password'] as const;
      if (applyServerErrors(error, setError, fields, registerFieldByMessage)) return;
      toast.error(errorMessage(error, messages.registerFailed));
    },
  });

  return (
    <AuthDialog title="Create Account">
      <form
        className="auth__fields"
        noValidate
        onSubmit={handleSubmit((values) => signUp.mutate(values))}
      >
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
      <p className="auth__switch">
        Already have an account?{' '}
        <button type="button" className="link link--strong" onClick={() => switchModal('login')}>
          Login
        </button>
      </p>
    </AuthDialog>
  );
}
