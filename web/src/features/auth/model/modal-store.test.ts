import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  closeModal,
  openLogin,
  openRegister,
  openTwoFactor,
  switchModal,
  takeLoginCallback,
  useModalStore,
} from './modal-store';

const openedModal = () => useModalStore.getState().modal;

beforeEach(closeModal);

describe('modal store', () => {
  // rule accounts-one-modal
  it('has one modal at a time', () => {
    openLogin();
    expect(openedModal()).toBe('login');
    openRegister();
    expect(openedModal()).toBe('register');
    closeModal();
    expect(openedModal()).toBeNull();
  });

  // rule accounts-login-done
  it('returns a callback once', () => {
    const afterLogin = vi.fn();
    openLogin({ afterLogin });
    expect(takeLoginCallback()).toBe(afterLogin);
    expect(takeLoginCallback()).toBeNull();
  });

  it('clears the callback before it runs, so that it may open the modal again', () => {
    const secondCallback = vi.fn();
    openLogin({ afterLogin: () => openLogin({ afterLogin: secondCallback }) });
    takeLoginCallback()?.();
    expect(takeLoginCallback()).toBe(secondCallback);
  });

  // rule accounts-login-done
  it('drops the callback when the modal is closed or opened again', () => {
    openLogin({ afterLogin: vi.fn() });
    closeModal();
    expect(takeLoginCallback()).toBeNull();
    openLogin({ afterLogin: vi.fn() });
    openLogin();
    expect(takeLoginCallback()).toBeNull();
  });

  // rules accounts-two-factor-step, accounts-login-goal
  it('keeps callback and goal through the code of two-factor sign-in and back', () => {
    const afterLogin = vi.fn();
    const goal = { aim: 'talk', character: 'ada-lovelace', question: 'What would it do?' } as const;
    openLogin({ afterLogin, goal });
    openTwoFactor('challenge', 'ada@post.example');
    expect(useModalStore.getState()).toMatchObject({
      modal: 'login',
      goal,
      challenge: 'challenge',
    });
    switchModal('login', { email: 'ada@post.example' });
    expect(useModalStore.getState()).toMatchObject({ modal: 'login', goal, challenge: null });
    expect(takeLoginCallback()).toBe(afterLogin);
  });

  // rule accounts-login-done
  it('keeps the callback through a registration', () => {
    const afterLogin = vi.fn();
    openLogin({ afterLogin });
    switchModal('register');
    switchModal('login');
    expect(takeLoginCallback()).toBe(afterLogin);
  });
});
