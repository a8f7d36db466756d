import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type PlanDetails, usePaymentStore } from '#/features/payment';
import { sharedKeys } from '#/shared/api/keys';
import { fakeProfile } from '#/shared/test/fakes';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { fakeServer } from '../test/fake-server';
import { fakeSession, greeting, replyRow, userMessageRow } from '../test/fakes';
import { renderChat } from '../test/render-chat';

const findLog = () => screen.findByRole('log', { name: 'Conversation with Ada Lovelace' });
const composerField = () => screen.getByRole('textbox', { name: /^Write to/ });

beforeEach(() => {
  setDesktop(true);
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('entering', () => {
  // rule chat-greeting
  it('shows the greeting, the suggestions and the name', async () => {
    fakeServer();
    renderChat();
    expect(await screen.findByText(greeting)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Who taught you?' })).toBeVisible();
    expect(composerField()).toHaveAttribute('placeholder', 'Write to Ada Lovelace');
    expect(document.title).toBe('Ada Lovelace | Colloquy');
    expect(await findLog()).toHaveAttribute('aria-busy', 'false');
  });

  it('posts the slug to get its session', async () => {
    fakeServer();
    const bodies: unknown[] = [];
    server.events.on('request:start', async ({ request }) => {
      if (request.url.endsWith('/api/session')) bodies.push(await request.clone().json());
    });
    renderChat();
    await findLog();
    server.events.removeAllListeners();
    expect(bodies).toEqual([{ characterId: 'ada-lovelace' }]);
  });

  // rule chat-unknown-character
  it('shows not found and a link to the catalogue for an unknown slug', async () => {
    fakeServer();
    server.use(http.post('*/api/session', () => refusal(404, 'Character not found')));
    const { user, address } = renderChat('nobody');
    expect(await screen.findByRole('heading', { name: 'Character not found' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Meet the Characters' }));
    expect(address()).toBe('/characters');
  });

  it('offers a retry when the session request fails', async () => {
    fakeServer();
    server.use(http.post('*/api/session', () => refusal(500, 'x'), { once: true }));
    const { user } = renderChat();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(greeting)).toBeVisible();
  });

  it('offers a retry when the messages request fails', async () => {
    fakeServer();
    server.use(http.get('*/api/messages/u1_20', () => refusal(500, 'x'), { once: true }));
    const { user } = renderChat();
    expect(await screen.findByText('The messages could not be fetched.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(greeting)).toBeVisible();
  });

  it('groups messages by day and shows their time', async () => {
    const today = new Date().toISOString();
    fakeServer({
      messages: [replyRow('a'), userMessageRow('b', { created_at: today, content: 'Hello' })],
    });
    renderChat();
    expect(await screen.findByRole('region', { name: 'Today' })).toHaveTextContent('Hello');
    expect(screen.getAllByRole('article', { name: /^Ada Lovelace, \d\d:\d\d$/ })).toHaveLength(1);
  });

  // rule safety-sensitive-note
  it('shows a sensitive note at the head of the log', async () => {
    fakeServer({
      profile: fakeProfile({ sensitive: true, sensitive_note: 'Speaks with context.' }),
    });
    renderChat();
    expect(await screen.findByText('Speaks with context.')).toBeVisible();
  });

  it('fetches earlier messages', async () => {
    const fake = fakeServer({ hasMore: true });
    const { user } = renderChat();
    const button = await screen.findByRole('button', { name: 'Load earlier messages' });
    fake.messages = [replyRow('older', { content: 'Long ago' })];
    fake.hasMore = false;
    await user.click(button);
    expect(await screen.findByText('Long ago')).toBeVisible();
    expect(screen.queryByRole('button', { name: /earlier/ })).toBeNull();
  });
});

describe('demo mode', () => {
  // rule replies-demo-label
  it('is shown under the header and at each demo reply', async () => {
    fakeServer({
      session: fakeSession({ demo_mode: true }),
      messages: [
        replyRow('a'),
        replyRow('b', { provider: 'demo' }),
        replyRow('c', { provider: 'openai' }),
      ],
    });
    renderChat();
    expect(
      await screen.findByText(
        (_, element) =>
          element?.tagName === 'P' &&
          element.textContent === 'Written portrait: ask along the suggestions, or type and see',
      ),
    ).toBeVisible();
    expect(await screen.findAllByText('Demo')).toHaveLength(1);
  });

  it('is not shown when a model answers', async () => {
    fakeServer();
    renderChat();
    await screen.findByText(greeting);
    expect(screen.queryByText(/Demo/)).toBeNull();
  });
});

describe('a locked character', () => {
  const lockedSession = fakeSession({ is_locked: true }, { is_free: false });

  // rule access-locked-chat
  it('shows the locked page and says why the field is disabled', async () => {
    fakeServer({ session: lockedSession });
    renderChat();
    expect(
      await screen.findByRole('heading', { name: 'Ada Lovelace keeps a closed door' }),
    ).toBeVisible();
    expect(composerField()).toBeDisabled();
    expect(composerField()).toHaveAccessibleDescription('This chat is locked.');
    expect(screen.getAllByText('This chat is locked.')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
    expect(screen.queryByRole('log')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Who taught you?' })).toBeNull();
    expect(screen.queryByText(/this server/)).toBeNull();
  });

  // rule access-locked-chat
  it('shows the greeting and links to three similar free characters', async () => {
    const similarCharacter = (n: number, is_free: boolean) => ({
      id: `c${n}`,
      slug: `alike-${n}`,
      name: `Alike ${n}`,
      designation: '',
      category: 'Scientists & Inventors',
      coin_url: '',
      is_free,
    });
    const data = [false, true, true, false, true, true].map((free, n) => similarCharacter(n, free));
    fakeServer({ session: lockedSession });
    server.use(http.get('*/api/profile/:slug/similar', () => HttpResponse.json({ data })));
    renderChat();
    const freeCharacters = await screen.findByRole('navigation', { name: 'Free to talk' });
    const links = within(freeCharacters).getAllByRole('link');
    expect(links.map((one) => one.getAttribute('href'))).toEqual([
      '/chats/alike-1',
      '/chats/alike-2',
      '/chats/alike-4',
    ]);
    expect(await screen.findByText(`“${greeting}”`)).toBeVisible();
  });

  // rule access-locked-chat
  it('sells the plan of the character, then the one of all', async () => {
    fakeServer({ session: lockedSession });
    renderChat();
    const page = within(
      (await screen.findByRole('heading', { level: 2, name: /closed door/ })).closest(
        '.locked',
      ) as HTMLElement,
    );
    expect(await page.findByRole('button', { name: 'Unlock Character · $1.00' })).toHaveClass(
      'btn--lg',
    );
    expect(page.getByText('Talk for a month. One payment.')).toBeVisible();
    expect(page.getByText('Every character, one key.')).toBeVisible();
    expect(page.getByRole('button', { name: 'Unlock Full Access · $24.00' })).toHaveClass(
      'btn--sm',
    );
  });

  // rule access-locked-chat
  it('shows the messages of an earlier conversation, and the way to go on', async () => {
    fakeServer({
      session: lockedSession,
      messages: [replyRow('a'), userMessageRow('b', { content: 'Hello' })],
    });
    renderChat();
    expect(await findLog()).toHaveTextContent('Hello');
    expect(composerField()).toBeDisabled();
    const lockNotice = screen.getByText(/^Ada Lovelace keeps a closed door\./).closest('div');
    expect(
      await within(lockNotice as HTMLElement).findByRole('button', {
        name: 'Unlock Character · $1.00',
      }),
    ).toBeEnabled();
  });

  // rule access-locked-sidebar
  it('has a blurred picture and a payment button in the sidebar', async () => {
    fakeServer({ session: lockedSession });
    renderChat();
    const row = await screen.findByRole('link', { name: 'Ada Lovelace, locked' });
    expect(row).toHaveAttribute('aria-current', 'page');
    expect(row.closest('.chat-row--locked')).toBeInTheDocument();
    expect(
      await screen.findByRole('button', { name: 'Unlock Character for Ada Lovelace' }),
    ).toBeVisible();
  });

  // rule access-locked-sidebar
  it('shows only its picture in the collapsed sidebar', async () => {
    fakeServer({ session: lockedSession });
    const { user } = renderChat();
    await screen.findByRole('link', { name: 'Ada Lovelace, locked' });
    await user.click(screen.getByRole('button', { name: 'Close sidebar' }));
    expect(screen.getByRole('link', { name: 'Ada Lovelace, locked' })).toHaveClass(
      'chat-row--locked',
    );
    expect(screen.queryByRole('button', { name: 'Unlock Character for Ada Lovelace' })).toBeNull();
  });

  // rule payment-opens-chat
  it('opens at once after a payment: the field is enabled and focused', async () => {
    const fake = fakeServer({ session: lockedSession });
    const { client } = renderChat();
    await screen.findByRole('heading', { name: /closed door/ });
    const paidOrder = { order: {}, character: {} } as PlanDetails;
    act(() => usePaymentStore.setState({ paidOrder }));
    fake.session = fakeSession({ expiry_at: '2999-01-01T00:00:00Z' }, { is_free: false });
    await act(() => client.invalidateQueries({ queryKey: sharedKeys.conversations }));
    await waitFor(() => expect(composerField()).toBeEnabled());
    expect(await findLog()).toHaveTextContent(greeting);
    expect(composerField()).not.toHaveFocus();
    act(() => usePaymentStore.setState({ paidOrder: null }));
    expect(composerField()).toHaveFocus();
  });

  // rules payment-ends-chat, chat-refused-line
  it('locks when a send is refused, and the text stays', async () => {
    const fake = fakeServer({
      messages: [replyRow('a'), userMessageRow('b', { content: 'Hello' })],
    });
    const { user } = renderChat();
    await findLog();
    fake.session = lockedSession;
    fake.sendRequestAnswers.push(() =>
      refusal(403, 'This character is locked.', 'character_locked'),
    );
    await user.type(composerField(), 'And Rome?{Enter}');
    await waitFor(() => expect(composerField()).toBeDisabled());
    expect(composerField()).toHaveValue('And Rome?');
    expect(await screen.findByText(/keeps a closed door/)).toBeVisible();
    expect(screen.queryByText('This character is locked.')).toBeNull();
  });

  // rule access-locked-client
  it('locks when what was bought expires', async () => {
    const expiryTime = new Date(Date.now() + 400).toISOString();
    fakeServer({ session: fakeSession({ expiry_at: expiryTime }, { is_free: false }) });
    renderChat();
    await findLog();
    expect(await screen.findByRole('heading', { name: /closed door/ })).toBeVisible();
    expect(composerField()).toBeDisabled();
  });

  // rule access-hidden-character-chat
  it('disables the field when its character is inactive', async () => {
    fakeServer({ session: fakeSession({}, { is_active: false }) });
    renderChat();
    await findLog();
    expect(composerField()).toBeDisabled();
    expect(composerField()).toHaveAttribute('placeholder', 'Ada Lovelace has left the album');
  });
});

describe('details', () => {
  it('show the profile, and stay closed after a reload', async () => {
    fakeServer();
    const { user, unmount } = renderChat();
    const panel = await screen.findByRole('complementary', { name: 'About Ada Lovelace' });
    await waitFor(() => expect(panel).toHaveTextContent('1,200'));
    expect(panel).toHaveTextContent('Countess of computing');
    expect(within(panel).getByText('poetry')).toBeVisible();
    expect(within(panel).getAllByRole('button')).toEqual([
      within(panel).getByRole('button', { name: 'What Ada Lovelace remembers' }),
    ]);
    const hideButton = screen.getByRole('button', { name: 'Hide details' });
    expect(hideButton).toHaveAttribute('aria-expanded', 'true');
    await user.click(hideButton);
    expect(panel).not.toBeInTheDocument();
    unmount();
    renderChat();
    const showButton = await screen.findByRole('button', { name: 'Show details' });
    expect(showButton).toBeVisible();
    expect(showButton).toHaveAttribute('aria-expanded', 'false');
  });

  it('are a modal dialog on a small screen', async () => {
    setDesktop(false);
    fakeServer();
    const { user } = renderChat();
    await user.click(await screen.findByRole('button', { name: 'Show details' }));
    const dialog = screen.getByRole('dialog', { name: 'Details' });
    expect(dialog).toHaveAttribute('aria-modal', 'true');
    expect(dialog).toContainElement(
      screen.getByRole('complementary', { name: 'About Ada Lovelace' }),
    );
    await user.click(screen.getByRole('button', { name: 'Close details' }));
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByRole('button', { name: 'Show details' })).toHaveFocus();
  });
});
