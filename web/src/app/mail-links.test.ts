import { beforeEach, expect, it, vi } from 'vitest';
import { takeEmailLinks, useEmailLinkStore } from '#/features/confirmation/model/email-links';
import { watchMailLinks } from './mail-links';

beforeEach(() => {
  // The listener of a test must not hear the next one.
  const added = vi.spyOn(window, 'addEventListener');
  return () => {
    for (const [type, listener] of added.mock.calls) window.removeEventListener(type, listener);
    window.history.replaceState(null, '', '/');
    takeEmailLinks();
  };
});

const links = () => useEmailLinkStore.getState().links;

// rules accounts-open-verify, accounts-open-revert
it.each(['verify', 'revert'] as const)(
  'takes the token of #%s-email out of the address of any page',
  (kind) => {
    const state = { entry: 'abc' };
    window.history.replaceState(state, '', `/tags/?tagName=poetry#${kind}-email=t0k-en_1`);
    const { length } = window.history;
    watchMailLinks();
    expect(links()).toEqual([{ kind, token: 't0k-en_1' }]);
    expect(window.location.href).toBe('http://colloquy.test/tags/?tagName=poetry');
    expect(window.history.state).toEqual(state);
    expect(window.history.length).toBe(length);
  },
);

it.each(['', '#', '#comments', '#verify-email', '#verify-email='])('ignores %j', (hash) => {
  window.history.replaceState(null, '', `/blog${hash}`);
  watchMailLinks();
  expect(links()).toEqual([]);
});

// rule accounts-open-verify
it('follows a link that is opened in a tab of the app', () => {
  watchMailLinks();
  window.history.pushState(null, '', '/blog#verify-email=late');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(links()).toEqual([{ kind: 'verify', token: 'late' }]);
  expect(window.location.hash).toBe('');
});
