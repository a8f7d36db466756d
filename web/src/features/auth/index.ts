export { UserMenu } from './components/user-menu';
export { displayName } from './display-name';
export { type AuthModal, closeModal, openLogin, openRegister, useModalStore } from './modal-store';
export { loginAgain, RequireAuth, SessionScope, useRequireLogin } from './require-auth';
export { useLogout, useSession } from './session';
