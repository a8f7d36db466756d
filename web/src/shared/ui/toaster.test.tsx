import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { toast } from './toast';
import { Toaster } from './toaster';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

const showToasts = (show: () => void) => act(show);
const advanceTime = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const region = (live: 'polite' | 'assertive') => document.querySelector(`[aria-live=${live}]`);
const shownTexts = () =>
  [...document.querySelectorAll('.toast')]
    .toSorted((a, b) => Number(a.getAttribute('data-place')) - Number(b.getAttribute('data-place')))
    .map((slab) => slab.textContent);
const showLoadingToasts = (count: number) =>
  showToasts(() => {
    for (let at = 1; at <= count; at += 1) toast.loading(`toast ${at}`, { id: `${at}` });
  });

describe('Toaster', () => {
  it('puts toasts into live regions that exist from the start', () => {
    const [polite, assertive] = [region('polite'), region('assertive')];
    expect(polite).toBeEmptyDOMElement();
    expect(assertive).toBeEmptyDOMElement();
    showToasts(() => {
      toast.success('Logged in successfully!');
      toast.error('Login failed');
    });
    expect(polite).toHaveTextContent('Logged in successfully!');
    expect(assertive).toHaveTextContent('Login failed');
    expect(polite?.isConnected && assertive?.isConnected).toBe(true);
  });

  // rule texts-toast-times
  it.each([
    ['success', 2000],
    ['error', 4000],
    ['blank', 4000],
  ] as const)('%s stays %d ms', (kind, duration) => {
    showToasts(() => {
      if (kind === 'blank') toast('Copied');
      else toast[kind]('Copied');
    });
    advanceTime(duration - 1);
    expect(screen.getByText('Copied')).toBeVisible();
    advanceTime(2);
    expect(screen.queryByText('Copied')).not.toBeInTheDocument();
  });

  // rule texts-toast-times
  it('keeps a loading toast until it is dismissed', () => {
    showToasts(() => void toast.loading('Working', { id: 'work' }));
    advanceTime(600_000);
    expect(screen.getByText('Working')).toBeVisible();
    act(() => toast.dismiss('work'));
    expect(screen.queryByText('Working')).not.toBeInTheDocument();
  });

  it('restarts the time of a toast that is shown again', () => {
    showToasts(() => void toast.error('First', { id: 'same' }));
    advanceTime(3000);
    showToasts(() => void toast.error('Second', { id: 'same' }));
    advanceTime(3000);
    expect(screen.getByText('Second')).toBeVisible();
    advanceTime(1001);
    expect(shownTexts()).toEqual([]);
  });

  // rule texts-toast-number
  it('draws the newest four, newest on top, and the others when one is removed', () => {
    showLoadingToasts(6);
    expect(shownTexts()).toEqual(['toast 6', 'toast 5', 'toast 4', 'toast 3']);
    act(() => toast.dismiss('6'));
    expect(shownTexts()).toEqual(['toast 5', 'toast 4', 'toast 3', 'toast 2']);
  });

  // rule texts-toast-number
  it('keeps at most twenty', () => {
    showLoadingToasts(25);
    for (let gone = 25; gone > 9; gone -= 1) act(() => toast.dismiss(`${gone}`));
    expect(shownTexts()).toEqual(['toast 9', 'toast 8', 'toast 7', 'toast 6']);
    for (let gone = 9; gone > 5; gone -= 1) act(() => toast.dismiss(`${gone}`));
    expect(shownTexts()).toEqual([]);
  });

  it('shows each of six errors for its whole time', () => {
    showToasts(() => {
      for (let at = 1; at <= 6; at += 1) toast.error(`error ${at}`);
    });
    advanceTime(3999);
    expect(shownTexts()).toEqual(['error 6', 'error 5', 'error 4', 'error 3']);
    advanceTime(2);
    expect(shownTexts()).toEqual(['error 2', 'error 1']);
    advanceTime(3990);
    expect(shownTexts()).toEqual(['error 2', 'error 1']);
    advanceTime(20);
    expect(shownTexts()).toEqual([]);
  });

  // rule texts-toast-number
  it('resumes the remaining time of a toast that was not drawn for a while', () => {
    showToasts(() => void toast.error('old'));
    advanceTime(3000);
    showLoadingToasts(4);
    expect(shownTexts()).not.toContain('old');
    advanceTime(60_000);
    act(() => toast.dismiss('4'));
    expect(shownTexts()).toContain('old');
    advanceTime(999);
    expect(shownTexts()).toContain('old');
    advanceTime(2);
    expect(shownTexts()).not.toContain('old');
  });

  it.each([
    ['the pointer', fireEvent.pointerEnter, fireEvent.pointerLeave],
    ['the focus', fireEvent.focus, fireEvent.blur],
  ])('stops the time while %s is there', (_, come, go) => {
    showToasts(() => void toast.success('Copied'));
    advanceTime(1500);
    const target = screen.getByRole('button', { name: 'Dismiss' });
    act(() => void come(target.closest('.toasts') ?? target));
    advanceTime(60_000);
    expect(shownTexts()).toEqual(['Copied']);
    act(() => void go(target.closest('.toasts') ?? target));
    advanceTime(499);
    expect(shownTexts()).toEqual(['Copied']);
    advanceTime(2);
    expect(shownTexts()).toEqual([]);
  });

  it('returns the focus when a toast is dismissed', () => {
    showToasts(() => void toast.loading('Working'));
    const buttonBefore = document.createElement('button');
    document.body.append(buttonBefore);
    buttonBefore.focus();
    const button = screen.getByRole('button', { name: 'Dismiss' });
    act(() => button.focus());
    fireEvent.click(button);
    expect(buttonBefore).toHaveFocus();
    buttonBefore.remove();
  });

  it('a dismissed toast is removed, and the time of the others runs on', () => {
    showToasts(() => {
      toast.success('Copied');
      toast.loading('Working');
    });
    const [button] = screen.getAllByRole('button', { name: 'Dismiss' });
    if (!button) throw new Error('a button expected');
    act(() => button.focus());
    fireEvent.click(button);
    expect(shownTexts()).toEqual(['Copied']);
    advanceTime(2001);
    expect(shownTexts()).toEqual([]);
  });
});
