import { beforeEach, expect, it, vi } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { takeEmailLinks, useEmailLinkStore } from '#/features/confirmation/model/email-links';
import { watchMailLinks } from './mail-links';

const links = () => useEmailLinkStore.getState().links;
const modal = () => {
  const { modal: name, resetToken } = useModalStore.getState();
  return { name, resetToken };
};

beforeEach(() => {
  closeModal();
  // A listener added by one test must not run in the next.
  const added = vi.spyOn(window, 'addEventListener');
  return () => {
    for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener);
    window.history.replaceState(null, '', '/');
    closeModal();
    takeEmailLinks();
  };
});

/** Opens a page with a fragment, and checks that only the fragment leaves the history entry. */
function openWith(fragment: string): void {
  const state = { entry: 'abc' };
  window.history.replaceState(state, '', `/tags/?tagName=poetry#${fragment}`);
  const { length } = window.history;
  watchMailLinks();
  expect(window.location.href).toBe('http://colloquy.test/tags/?tagName=poetry');
  expect(window.history.state).toEqual(state);
  expect(window.history.length).toBe(length);
}

// rule accounts-forgot-link
it('opens the modal for a new password on any page and removes the token from the address', () => {
  openWith('reset-password=t0k-en_1');
  expect(modal()).toEqual({ name: 'forgot', resetToken: 't0k-en_1' });
});

// rules accounts-open-verify, accounts-open-revert
it.each(['verify', 'revert'] as const)(
  'removes the token of #%s-email from the address of any page',
  (kind) => {
    openWith(`${kind}-email=t0k-en_1`);
    expect(links()).toEqual([{ kind, token: 't0k-en_1' }]);
  },
);

// rule notifications-unsubscribe
it('removes the token of #unsubscribe from the address of any page', () => {
  openWith('unsubscribe=t0k-en_1');
  expect(links()).toEqual([{ kind: 'unsubscribe', token: 't0k-en_1' }]);
});

it.each(['', '#', '#comments', '#reset-password', '#reset-password=', '#verify-email='])(
  'ignores %j',
  (hash) => {
    window.history.replaceState(null, '', `/blog${hash}`);
    watchMailLinks();
    expect(modal()).toEqual({ name: null, resetToken: null });
    expect(links()).toEqual([]);
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
  expect(modal()).toEqual({ name: 'forgot', resetToken: 'late' });
  window.history.pushState(null, '', '/blog#verify-email=late');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(links()).toEqual([{ kind: 'verify', token: 'late' }]);
  expect(window.location.hash).toBe('');
});
