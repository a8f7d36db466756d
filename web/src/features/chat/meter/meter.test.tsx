import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { setDesktop } from '#/shared/test/screen-size';
import { openTabChannel } from '../browser/tabs';
import { fakeServer } from '../test/fake-server';
import { renderChat } from '../test/render-chat';
import { type Allowance, isLow, meterText } from './allowance';

const now = new Date(2026, 10, 26, 20, 0);
const timeOfDay = (hours: number, minutes = 0) =>
  new Date(2026, 10, 26, hours, minutes).toISOString();
const allowanceWithLeft = (leftCount: number, overrides: Partial<Allowance> = {}): Allowance => ({
  left: leftCount,
  limit: 300,
  at_least: false,
  more_at: timeOfDay(26),
  ...overrides,
});

// rule chat-meter
describe('the text', () => {
  it.each([
    [allowanceWithLeft(6), false, '6 messages left today; more tomorrow at 02:00.'],
    [
      allowanceWithLeft(1, { more_at: timeOfDay(23, 5) }),
      false,
      '1 message left today; more at 23:05.',
    ],
    [
      allowanceWithLeft(4, { at_least: true, limit: 22 }),
      false,
      'At least 4 messages left today; more tomorrow at 02:00.',
    ],
    [
      allowanceWithLeft(0),
      false,
      'No messages left today; the next tomorrow at 02:00. What you type stays here.',
    ],
    [allowanceWithLeft(0), true, 'No messages left today; the next tomorrow at 02:00.'],
    [allowanceWithLeft(294), true, '294 of 300 messages left today; more tomorrow at 02:00.'],
    [
      allowanceWithLeft(99, { at_least: true, limit: 113, more_at: timeOfDay(24) }),
      true,
      'At least 99 messages left today; more tomorrow at 00:00.',
    ],
    [allowanceWithLeft(300, { more_at: null }), true, '300 of 300 messages left today.'],
  ])('of %o', (allowance, full, text) => {
    expect(meterText(allowance, full, now)).toBe(text);
  });

  it.each([
    [11, 300, false],
    [10, 300, true],
    [0, 300, true],
    [5, 22, false],
    [4, 22, true],
    [1, 3, true],
    [2, 3, false],
  ])('is above the field with %d of %d left: %s', (n, limit, low) => {
    expect(isLow(allowanceWithLeft(n, { limit }))).toBe(low);
  });
});

const meterLine = () => document.querySelector('.meter:not(.meter--full)');

describe('in the chat', () => {
  beforeEach(() => setDesktop(true));

  // rule chat-meter
  it('stands in the details, and above the field when little is left', async () => {
    const fake = fakeServer({ allowance: allowanceWithLeft(12) });
    const { unmount } = renderChat();
    const details = await screen.findByRole('complementary', { name: /^About/ });
    await waitFor(() => expect(details).toHaveTextContent('12 of 300 messages left today'));
    expect(meterLine()).toBeNull();
    unmount();
    fake.allowance = allowanceWithLeft(10);
    renderChat();
    await waitFor(() => expect(meterLine()).toHaveTextContent('10 messages left today'));
  });

  // rule chat-meter
  it('shows nothing where the server names nothing', async () => {
    fakeServer();
    renderChat();
    await screen.findByRole('log');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.querySelector('.meter')).toBeNull();
  });

  // rule chat-meter
  it('follows a message of another tab', async () => {
    const fake = fakeServer({ allowance: allowanceWithLeft(5) });
    renderChat();
    await waitFor(() => expect(meterLine()).toHaveTextContent('5 messages'));
    fake.allowance = allowanceWithLeft(4);
    const otherTab = openTabChannel(() => {});
    act(() => otherTab.announceStart('u1_99'));
    await waitFor(() => expect(meterLine()).toHaveTextContent('4 messages'));
    otherTab.close();
  });

  // rule chat-meter
  it('is read again at the time of more, and not before', async () => {
    const halfSecondLater = () => new Date(Date.now() + 500).toISOString();
    const fake = fakeServer({ allowance: allowanceWithLeft(0, { more_at: halfSecondLater() }) });
    renderChat();
    await waitFor(() => expect(meterLine()).toHaveTextContent('No messages left today'));
    const formerReadCount = fake.newestPageReadCount;
    fake.allowance = allowanceWithLeft(1, { more_at: timeOfDay(26) });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fake.newestPageReadCount).toBe(formerReadCount);
    await waitFor(() => expect(meterLine()).toHaveTextContent('1 message left'), { timeout: 3000 });
    expect(fake.newestPageReadCount).toBe(formerReadCount + 1);
  });

  // rule chat-meter
  it('keeps the field open at 0', async () => {
    fakeServer({ allowance: allowanceWithLeft(0) });
    const { user } = renderChat();
    await waitFor(() => expect(meterLine()).toHaveTextContent('What you type stays here.'));
    const field = screen.getByRole('textbox', { name: /^Write to/ });
    await user.type(field, 'Tomorrow, then');
    expect(field).toHaveValue('Tomorrow, then');
  });
});
