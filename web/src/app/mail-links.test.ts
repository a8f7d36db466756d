import { beforeEach, expect, it } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { watchMailLinks } from './mail-links';

const modal = () => {
  const { modal: name, resetToken } = useModalStore.getState();
  return { name, resetToken };
};

beforeEach(() => {
  closeModal();
  return () => {
    window.history.replaceState(null, '', '/');
    closeModal();
  };
});

// rule accounts-forgot-link
it('opens the new password on any page and takes the token out of the address', () => {
  const state = { entry: 'abc' };
  window.history.replaceState(state, '', '/tags/?tagName=poetry#reset-password=t0k-en_1');
  const { length } = window.history;
  watchMailLinks();
  expect(modal()).toEqual({ name: 'forgot', resetToken: 't0k-en_1' });
  expect(window.location.href).toBe('http://colloquy.test/tags/?tagName=poetry');
  expect(window.history.state).toEqual(state);
  expect(window.history.length).toBe(length);
});

it.each(['', '#', '#comments', '#reset-password', '#reset-password='])('ignores %j', (hash) => {
  window.history.replaceState(null, '', `/blog${hash}`);
  watchMailLinks();
  expect(modal()).toEqual({ name: null, resetToken: null });
});

it('leaves another fragment in the address', () => {
  window.history.replaceState(null, '', '/blog#comments');
  watchMailLinks();
  expect(window.location.hash).toBe('#comments');
});

// rule accounts-forgot-link
it('follows a link that is opened in a tab of the app', () => {
  watchMailLinks();
  window.history.pushState(null, '', '/blog#reset-password=late');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(modal()).toEqual({ name: 'forgot', resetToken: 'late' });
  expect(window.location.hash).toBe('');
});
