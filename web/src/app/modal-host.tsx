import { lazy, Suspense } from 'react';
import { type AuthModal, useModalStore } from '#/features/auth';
import { useCharacterModal } from '#/features/character';

const importers = {
  login: () => import('#/features/auth/components/login-modal'),
  register: () => import('#/features/auth/components/register-modal'),
};

const LoginModal = lazy(() => importers.login().then((m) => ({ default: m.LoginModal })));
const RegisterModal = lazy(() => importers.register().then((m) => ({ default: m.RegisterModal })));
const CharacterModal = lazy(() =>
  import('#/features/character/components/character-modal').then((m) => ({
    default: m.CharacterModal,
  })),
);

/** Starts fetching a modal's code when somebody is about to open it. */
export function preloadModal(modal: AuthModal): void {
  // A failed preload is silent: opening the modal asks again and reports.
  importers[modal]().catch(() => undefined);
}

/** The modals that lie over every route, one at a time. */
export function ModalHost() {
  const modal = useModalStore((state) => state.modal);
  const character = useCharacterModal((state) => state.character);
  return (
    <Suspense fallback={null}>
      {modal === 'login' && <LoginModal />}
      {modal === 'register' && <RegisterModal />}
      {modal === null && character && <CharacterModal key={character.id} character={character} />}
    </Suspense>
  );
}
