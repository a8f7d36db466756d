import { create } from 'zustand';
import type { LoginGoal } from './login-goal';

/** The modals of which at most one is open (rule accounts-one-modal). */
export type AuthModal = 'login' | 'register' | 'forgot';

/** What the next modal starts with: what was typed in the one before. Never a password. */
interface Typed {
  email: string;
  name: string;
}

interface ModalState extends Typed {
  modal: AuthModal | null;
  /** Runs once after the next successful login. */
  after: (() => void) | null;
  /** What the visitor logs in for; null if a button of the header opened the modal. */
  goal: LoginGoal | null;
  /** The token of a mail's link. With it the forgot-password modal starts at the new password. */
  resetToken: string | null;
  /** Of a sign-in whose password was right. With it the login modal asks for the code. */
  challenge: string | null;
}

export interface LoginOptions {
  after?: () => void;
  goal?: LoginGoal | undefined;
}

export const noModal: ModalState = {
  modal: null,
  after: null,
  goal: null,
  email: '',
  name: '',
  resetToken: null,
  challenge: null,
};

export const useModalStore = create<ModalState>()(() => noModal);

/** Opens the login modal. The options replace those left from an earlier opening. */
export function openLogin({ after, goal }: LoginOptions = {}): void {
  useModalStore.setState({ ...noModal, modal: 'login', after: after ?? null, goal: goal ?? null });
}

export function openRegister(): void {
  useModalStore.setState({ ...noModal, modal: 'register' });
}

/** Opens the forgot-password modal with an address. */
export function openForgot(email: string): void {
  useModalStore.setState({ ...noModal, modal: 'forgot', email });
}

/** Opens the forgot-password modal with the token of a mail's link. */
export function openResetLink(token: string): void {
  useModalStore.setState({ ...noModal, modal: 'forgot', resetToken: token });
}

/** Replaces the open modal by another one and keeps callback, goal and what was typed. */
export function switchModal(modal: AuthModal, typed: Partial<Typed> = {}): void {
  useModalStore.setState({ ...typed, modal, resetToken: null, challenge: null });
}

/**
 * Asks for the code of a challenge in the login modal, and keeps callback and goal. `email` is what was
 * typed.
 */
export function openTwoFactor(challenge: string, email = ''): void {
  useModalStore.setState({ modal: 'login', email, resetToken: null, challenge });
}

/** Closes the modal and drops callback, goal and what was typed. */
export function closeModal(): void {
  useModalStore.setState(noModal);
}

/** Returns the pending callback and clears it, so that it runs at most once. */
export function takeAfterLogin(): (() => void) | null {
  const { after } = useModalStore.getState();
  useModalStore.setState({ after: null });
  return after;
}
