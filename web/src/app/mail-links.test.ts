import { beforeEach, expect, it, vi } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { takeEmailLinks, useEmailLinkStore } from '#/features/confirmation/model/email-links';
import { watchMailLinks } from './mail-links';

const readEmailLinks = () => useEmailLinkStore.getState().links;
const readModal = () => {
  const { modal: name, resetToken } = useModalStore.getState();
  return { name, resetToken };
};

beforeEach(() => {
  closeModal();
  // A listener added by one test must not run in the next.
  const addListener = vi.spyOn(window, 'addEventListener');
  return () => {
    for (const [type, listener] of addListener.mock.calls)
      window.removeEventListener(type, listener);
    window.history.replaceState(null, '', '/');
    closeModal();
    takeEmailLinks();
  };
});

/** Opens a page with a fragment, and expects that only the fragment is removed from the history entry. */
function openWithFragment(fragment: string): void {
  const historyState = { entry: 'abc' };
  window.history.replaceState(historyState, '', `/tags/?tagName=poetry#${fragment}`);
  const { length } = window.history;
  watchMailLinks();
  expect(window.location.href).toBe('http://colloquy.test/tags/?tagName=poetry');
  expect(window.history.state).toEqual(historyState);
  expect(window.history.length).toBe(length);
}

// rule accounts-forgot-link
it('opens the modal for a new password on any page and removes the token from the address', () => {
  openWithFragment('reset-password=t0k-en_1');
  expect(readModal()).toEqual({ name: 'forgot', resetToken: 't0k-en_1' });
});

// rules accounts-open-verify, accounts-open-revert
it.each(['verify', 'revert'] as const)(
  'removes the token of #%s-email from the address of any page',
  (kind) => {
    openWithFragment(`${kind}-email=t0k-en_1`);
    expect(readEmailLinks()).toEqual([{ kind, token: 't0k-en_1' }]);
  },
);

// rule notifications-unsubscribe
it('removes the token of #unsubscribe from the address of any page', () => {
  openWithFragment('unsubscribe=t0k-en_1');
  expect(readEmailLinks()).toEqual([{ kind: 'unsubscribe', token: 't0k-en_1' }]);
});

it.each(['', '#', '#comments', '#reset-password', '#reset-password=', '#verify-email='])(
  'ignores %j',
  (hash) => {
    window.history.replaceState(null, '', `/blog${hash}`);
    watchMailLinks();
    expect(readModal()).toEqual({ name: null, resetToken: null });
    expect(readEmailLinks()).toEqual([]);
  },
);

it('leaves another fragment in the address', () => {
  window.history.replaceState(null, '', '/blog#comments');
  watchMailLinks();
  expect(window.location.hash).toBe('#comments');
});

// rules accounts-forgot-link, accounts-open-verify
it('handles a link that is opened in a tab of the running app', () => {
  watchMailLinks();
  window.history.pushState(null, '', '/blog#reset-password=late');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(readModal()).toEqual({ name: 'forgot', resetToken: 'late' });
  window.history.pushState(null, '', '/blog#verify-email=late');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(readEmailLinks()).toEqual([{ kind: 'verify', token: 'late' }]);
  expect(window.location.hash).toBe('');
});
