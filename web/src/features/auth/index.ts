export { useLeaveSession, useLogout } from './api/session-mutations';
export { AccountMenu } from './components/account-menu';
export { RequireAuth } from './components/require-auth';
export { SessionScope } from './components/session-scope';
export { UserMenu } from './components/user-menu';
export { reopenLogin, useRequireLogin } from './hooks/use-require-login';
export { useSession } from './hooks/use-session';
export { useWantedPage } from './hooks/use-wanted-page';
export { displayName } from './model/display-name';
export { emailPattern, maxEmailLength } from './model/email';
export type { GoalCharacter } from './model/login-goal';
export {
  type AuthModal,
  closeModal,
  openForgotPassword as openForgot,
  openLogin,
  openRegister,
  openResetLink,
  useModalStore,
} from './model/modal-store';
export { passwordLength } from './model/password-length';
export { notifyTabs } from './model/session-tabs';
