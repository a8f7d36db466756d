import { lazy } from 'react';
import { type AuthModal, closeModal, useModalStore } from '#/features/auth';
import { closeCharacter, useCharacterModal } from '#/features/character';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';

const importers = {
  login: () => import('#/features/auth/components/login-modal'),
  register: () => import('#/features/auth/components/register-modal'),
  forgot: () => import('#/features/auth/components/forgot-modal'),
};

const LoginModal = lazy(() => importers.login().then((m) => ({ default: m.LoginModal })));
const RegisterModal = lazy(() => importers.register().then((m) => ({ default: m.RegisterModal })));
const ForgotModal = lazy(() => importers.forgot().then((m) => ({ default: m.ForgotModal })));
const CharacterModal = lazy(() =>
  import('#/features/character/components/character-modal').then((m) => ({
    default: m.CharacterModal,
  })),
);

const authModals = { login: LoginModal, register: RegisterModal, forgot: ForgotModal };

/** Starts fetching a modal's code on hover or focus of its button. */
export function preloadModal(modal: AuthModal): void {
  // A failed preload is silent: opening the modal fetches again and reports.
  importers[modal]().catch(() => undefined);
}

/** The modals of all routes. At most one is open. */
export function ModalHost() {
  const { modal, resetToken } = useModalStore();
  const character = useCharacterModal((state) => state.character);
  if (modal !== null) {
    const Modal = authModals[modal];
    return (
      <LazyOverlay key={`${modal} ${resetToken}`} onFail={closeModal}>
        <Modal />
      </LazyOverlay>
    );
  }
  if (character === null) return null;
  return (
    <LazyOverlay key={character.id} onFail={closeCharacter}>
      <CharacterModal character={character} />
    </LazyOverlay>
  );
}
