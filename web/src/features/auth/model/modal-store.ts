import { create } from 'zustand';

/** The modals of which at most one is open (rule accounts-one-modal). */
export type AuthModal = 'login' | 'register' | 'forgot';

interface ModalState {
  modal: AuthModal | null;
  /** Runs once after the next successful login. */
  after: (() => void) | null;
  /** The address with which the login and the forgot-password modal start. */
  email: string;
  /** The token of a mail's link. With it the forgot-password modal starts at the new password. */
  resetToken: string | null;
  /** Of a sign-in whose password was right. With it the login modal asks for the code. */
  challenge: string | null;
}

export const closed: ModalState = {
  modal: null,
  after: null,
  email: '',
  resetToken: null,
  challenge: null,
};

export const useModalStore = create<ModalState>()(() => closed);

/** Opens the login modal; `after` replaces a callback left from an earlier opening. */
export function openLogin(options: { after?: () => void } = {}): void {
  useModalStore.setState({ ...closed, modal: 'login', after: options.after ?? null });
}

export function openRegister(): void {
  useModalStore.setState({ ...closed, modal: 'register' });
}

/** Opens the forgot-password modal with the token of a mail's link. */
export function openResetLink(token: string): void {
  useModalStore.setState({ ...closed, modal: 'forgot', resetToken: token });
}

/** Replaces the open modal by another one and keeps the pending callback. `email` is what was typed. */
export function switchModal(modal: AuthModal, email = ''): void {
  useModalStore.setState({ modal, email, resetToken: null, challenge: null });
}

/**
 * Asks for the code of a challenge in the login modal, and keeps the pending callback. `email` is what
 * was typed.
 */
export function openTwoFactor(challenge: string, email = ''): void {
  useModalStore.setState({ modal: 'login', email, resetToken: null, challenge });
}

/** Closes the modal and drops the pending callback. */
export function closeModal(): void {
  useModalStore.setState(closed);
}

/** Returns the pending callback and clears it, so that it runs at most once. */
export function takeAfterLogin(): (() => void) | null {
  const { after } = useModalStore.getState();
  useModalStore.setState({ after: null });
  return after;
}
