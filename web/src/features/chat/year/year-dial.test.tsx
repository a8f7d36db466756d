import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { type FakeServer, fakeServer } from '../test/fake-server';
import { fakeSession, greeting, replyRow } from '../test/fakes';
import { renderChat } from '../test/render-chat';
import { dialPaths, dialWidth, dialX } from './dial-lines';
import { yearText } from './year-text';

const moments = [
  { year: -44, label: 'Youth', place: 'Rome' },
  { year: 68, label: 'Height' },
  { year: 1843, label: 'Last year', present: true },
];
const earlyGreeting = 'You find me early. What brings you here?';

/** A chat with three years, whose greeting depends on the year. */
function serveYears(year: number | null = null): FakeServer & { years: unknown[] } {
  const fake = Object.assign(fakeServer({ session: fakeSession({ year, moments }) }), {
    years: [] as unknown[],
  });
  server.use(
    http.put('*/api/messages/u1_20/year', async ({ request }) => {
      const body = (await request.json()) as { year: number | null };
      fake.years.push(body.year);
      fake.session = { ...fake.session, year: body.year };
      fake.messages = [replyRow('g2', { content: body.year === null ? greeting : earlyGreeting })];
      return HttpResponse.json(fake.session);
    }),
  );
  return fake;
}

async function openDial() {
  const { user } = renderChat();
  await user.click(await screen.findByRole('button', { name: 'Speak from another year' }));
  const dial = within(await screen.findByRole('dialog', { name: 'Speak from another year' }));
  return { user, dial, range: await dial.findByRole('slider', { name: 'Year' }) };
}

beforeEach(() => setDesktop(true));

// rule chat-year-panel
it('chooses a year with the buttons, and shows it with the greeting of the year', async () => {
  const fake = serveYears();
  const { user, dial, range } = await openDial();
  expect(range).toHaveAttribute('aria-valuetext', '1843, Last year');
  expect(dial.getByRole('button', { name: 'Later' })).toBeDisabled();
  await user.click(dial.getByRole('button', { name: 'Earlier' }));
  expect(range).toHaveAttribute('aria-valuetext', 'AD 68, Height');
  await user.click(dial.getByRole('button', { name: 'Earlier' }));
  expect(range).toHaveAttribute('aria-valuetext', '44 BC, Youth, Rome');
  expect(dial.getByRole('button', { name: 'Earlier' })).toBeDisabled();
  expect(dial.queryByRole('button', { name: 'Take the year off' })).toBeNull();
  expect(fake.years).toEqual([]);

  await user.click(dial.getByRole('button', { name: 'Speak from 44 BC' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(fake.years).toEqual([-44]);
  expect(
    screen.getByRole('button', { name: 'It is 44 BC. Ada Lovelace knows nothing later.' }),
  ).toBeVisible();
  expect(await screen.findByText(earlyGreeting)).toBeVisible();
  expect(screen.queryByText(greeting)).toBeNull();
});

// rule chat-year-panel
it('opens from the line at the year that is set, and takes it off', async () => {
  const fake = serveYears(68);
  const { user } = renderChat();
  await user.click(await screen.findByRole('button', { name: /^It is AD 68\./ }));
  expect(await screen.findByRole('slider')).toHaveValue('1');
  expect(screen.getByRole('button', { name: 'Speak from AD 68' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Take the year off' }));
  await waitFor(() => expect(screen.queryByText(/^It is/)).toBeNull());
  expect(fake.years).toEqual([null]);
  expect(await screen.findByText(greeting)).toBeVisible();
});

it('opens at the moment before a year that is no moment any more', async () => {
  serveYears(1000);
  const { range } = await openDial();
  expect(range).toHaveValue('1');
});

it('keeps the dial open when the server refuses', async () => {
  serveYears();
  server.use(http.put('*/api/messages/u1_20/year', () => refusal(500, '')));
  const { user, dial } = await openDial();
  await user.click(dial.getByRole('button', { name: 'Earlier' }));
  await user.click(dial.getByRole('button', { name: 'Speak from AD 68' }));
  expect(
    await screen.findByText('The year could not be set. Please try again.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('dialog')).toBeVisible();
});

// rule chat-year-panel
it('is not offered for a character without years, and for a locked one', async () => {
  fakeServer();
  const { unmount } = renderChat();
  await screen.findByRole('button', { name: 'What Ada Lovelace remembers' });
  expect(screen.queryByRole('button', { name: 'Speak from another year' })).toBeNull();
  unmount();
  fakeServer({ session: fakeSession({ moments, year: 68, is_locked: true }, { is_free: false }) });
  renderChat();
  await screen.findByRole('heading', { name: /closed door/ });
  expect(screen.queryByRole('button', { name: 'Speak from another year' })).toBeNull();
  expect(screen.queryByText(/^It is/)).toBeNull();
});

it('writes years as people do', () => {
  expect([-44, -1, 1, 68, 999, 1000, 1805].map(yearText)).toEqual([
    '44 BC',
    '1 BC',
    'AD 1',
    'AD 68',
    'AD 999',
    '1000',
    '1805',
  ]);
});

it('draws lines that are highest at the chosen mark', () => {
  for (const at of [0, 1, 2]) {
    const x = dialX(at, 3);
    const points = (dialPaths(x)[0] ?? '')
      .slice(1)
      .split('L')
      .map((one) => one.split(' ').map(Number));
    const [crest = 0] = points.reduce((a, b) => ((b[1] ?? 0) < (a[1] ?? 0) ? b : a));
    expect(Math.abs(crest - x)).toBeLessThanOrEqual(4);
    expect(x).toBeGreaterThan(0);
    expect(x).toBeLessThan(dialWidth);
  }
  expect(dialX(0, 1)).toBe(dialWidth / 2);
});
