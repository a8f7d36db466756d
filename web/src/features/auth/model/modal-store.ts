import { create } from 'zustand';
import type { LoginGoal } from './login-goal';

/** The modals of which at most one is open (rule accounts-one-modal). */
export type AuthModal = 'login' | 'register' | 'forgot';

/**
 * What was typed in one modal and fills the fields of the next. It never has a password (rule
 * accounts-typed-kept).
 */
interface TypedValues {
  email: string;
  name: string;
}

interface ModalState extends TypedValues {
  modal: AuthModal | null;
  /** Runs once after the next successful login (rule accounts-login-done). */
  afterLogin: (() => void) | null;
  /** What the visitor logs in for; null if a button of the header opened the modal. */
  goal: LoginGoal | null;
  /** The token of a mail's link. With it the forgot-password modal starts at the new password. */
  resetToken: string | null;
  /**
   * Id of a sign-in whose password was right and that waits for a code. With it the login modal asks for the
   * code.
   */
  challenge: string | null;
}

export interface LoginOptions {
  afterLogin?: () => void;
  goal?: LoginGoal | undefined;
}

export const closedState: ModalState = {
  modal: null,
  afterLogin: null,
  goal: null,
  email: '',
  name: '',
  resetToken: null,
  challenge: null,
};

export const useModalStore = create<ModalState>()(() => closedState);

/** Opens the login modal. It replaces the stored callback and goal, and clears the typed text. */
export function openLogin({ afterLogin, goal }: LoginOptions = {}): void {
  useModalStore.setState({
    ...closedState,
    modal: 'login',
    afterLogin: afterLogin ?? null,
    goal: goal ?? null,
  });
}

export function openRegister(): void {
  useModalStore.setState({ ...closedState, modal: 'register' });
}

/** Opens the forgot-password modal with an address. */
export function openForgotPassword(email: string): void {
  useModalStore.setState({ ...closedState, modal: 'forgot', email });
}

/** Opens the forgot-password modal with the token of a mail's link. */
export function openResetLink(token: string): void {
  useModalStore.setState({ ...closedState, modal: 'forgot', resetToken: token });
}

/** Replaces the open modal by another one and keeps callback, goal and what was typed. */
export function switchModal(modal: AuthModal, typed: Partial<TypedValues> = {}): void {
  useModalStore.setState({ ...typed, modal, resetToken: null, challenge: null });
}

/**
 * Shows the step of the login modal that asks for the code of a challenge. Callback and goal stay. `email` is
 * the typed address.
 */
export function openTwoFactor(challenge: string, email = ''): void {
  useModalStore.setState({ modal: 'login', email, resetToken: null, challenge });
}

/** Closes the modal and drops callback, goal and what was typed. */
export function closeModal(): void {
  useModalStore.setState(closedState);
}

/**
 * Returns the pending callback and clears it, so that it runs at most once (rules payment-login-first,
 * chat-first-question).
 */
export function takeLoginCallback(): (() => void) | null {
  const { afterLogin: after } = useModalStore.getState();
  useModalStore.setState({ afterLogin: null });
  return after;
}
