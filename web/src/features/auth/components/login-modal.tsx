import { useMutation } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { errorMessage } from '#/shared/api/errors';
import { Button } from '#/shared/ui/button';
import { Field } from '#/shared/ui/field';
import { PasswordField } from '#/shared/ui/password-field';
import { toast } from '#/shared/ui/toast';
import { applyServerErrors } from '../form-errors';
import { loginFieldByMessage, messages } from '../messages';
import { switchModal } from '../modal-store';
import { loginSchema } from '../schemas';
import { useCompleteLogin } from '../session';
import { useAuthForm } from '../use-auth-form';
import { AuthDialog } from './auth-dialog';

export function LoginModal() {
  const completeLogin = useCompleteLogin();
  const { field, handleSubmit, setError } = useAuthForm(loginSchema, { email: '', password: '' });
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) =>
      unwrap(api.POST('/auth/login', { body })),
    onSuccess: completeLogin,
    onError: (error) => {
      if (applyServerErrors(error, setError, ['email', 'password'], loginFieldByMessage)) return;
      toast.error(errorMessage(error, messages.loginFailed));
    },
  });

  return (
    <AuthDialog title="Welcome back">
      <form
        className="auth__fields"
        noValidate
        onSubmit={handleSubmit((values) => login.mutate(values))}
      >
        <Field label="Email" type="email" autoComplete="email" {...field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...field('password')} />
        <Button type="submit" full busy={login.isPending}>
          LOGIN
        </Button>
      </form>
      <p className="auth__switch">
        New here?{' '}
        <button type="button" className="link link--strong" onClick={() => switchModal('register')}>
          Sign up
        </button>
      </p>
    </AuthDialog>
  );
}
