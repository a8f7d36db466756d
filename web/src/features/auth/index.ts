export { useLogout } from './api/session-mutations';
export { AccountMenu } from './components/account-menu';
export { ConfirmNote } from './components/confirm-note';
export { RequireAuth } from './components/require-auth';
export { SessionScope } from './components/session-scope';
export { UserMenu } from './components/user-menu';
export { loginAgain, useRequireLogin } from './hooks/use-require-login';
export { useSession } from './hooks/use-session';
export { confirmError, emailError, newPasswordError, withoutEmpty } from './model/auth-forms';
export { displayName } from './model/display-name';
export { emailMax, emailPattern } from './model/email';
export { openEmailLink } from './model/email-links';
export {
  type AuthModal,
  closeModal,
  openLogin,
  openRegister,
  useModalStore,
} from './model/modal-store';
