import { create } from 'zustand';

/** The modals of which at most one is open (rule accounts-one-modal). */
export type AuthModal = 'login' | 'register';

interface ModalState {
  modal: AuthModal | null;
  /** Runs once after the next successful login. */
  after: (() => void) | null;
}

export const useModalStore = create<ModalState>()(() => ({ modal: null, after: null }));

/** Opens the login modal; `after` replaces a callback left from an earlier opening. */
export function openLogin(options: { after?: () => void } = {}): void {
  useModalStore.setState({ modal: 'login', after: options.after ?? null });
}

export function openRegister(): void {
  useModalStore.setState({ modal: 'register', after: null });
}

/** Replaces the open modal by the other one and keeps the pending callback. */
export function switchModal(modal: AuthModal): void {
  useModalStore.setState({ modal });
}

/** Closes the modal and drops the pending callback. */
export function closeModal(): void {
  useModalStore.setState({ modal: null, after: null });
}

/** Returns the pending callback and clears it, so that it runs at most once. */
export function takeAfterLogin(): (() => void) | null {
  const { after } = useModalStore.getState();
  useModalStore.setState({ after: null });
  return after;
}
