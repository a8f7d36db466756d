import { lazy, Suspense } from 'react';
import { type AuthModal, useModalStore } from '#/features/auth';

const importers = {
  login: () => import('#/features/auth/components/login-modal'),
  register: () => import('#/features/auth/components/register-modal'),
};

const LoginModal = lazy(() => importers.login().then((m) => ({ default: m.LoginModal })));
const RegisterModal = lazy(() => importers.register().then((m) => ({ default: m.RegisterModal })));

/** Starts fetching a modal's code when somebody is about to open it. */
export function preloadModal(modal: AuthModal): void {
  // A failed preload is silent: opening the modal asks again and reports.
  importers[modal]().catch(() => undefined);
}

/** The modals that lie over every route, one at a time. */
export function ModalHost() {
  const modal = useModalStore((state) => state.modal);
  return (
    <Suspense fallback={null}>
      {modal === 'login' && <LoginModal />}
      {modal === 'register' && <RegisterModal />}
    </Suspense>
  );
}
