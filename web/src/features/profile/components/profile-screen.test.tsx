import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useModalStore } from '#/features/auth';
import { deferred } from '#/shared/test/deferred';
import { fakeComment, fakeProfile, fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { setDesktop } from '#/shared/test/screen-size';
import { refusal, server } from '#/shared/test/server';
import { fakeProfileServer, fakeSimilarCharacter } from '../test/fake-profile-server';
import { ProfileScreen } from './profile-screen';

const fakeSimilarList = (count: number) =>
  Array.from({ length: count }, (_, at) => fakeSimilarCharacter(`s${at}`));

const renderProfile = (user: ReturnType<typeof fakeUser> | null = fakeUser()) =>
  renderApp(<ProfileScreen character="ada-lovelace" notFound={<p>nobody there</p>} />, {
    url: '/character/profile/ada-lovelace',
    user,
  });

const findHeading = () => screen.findByRole('heading', { level: 1, name: 'Ada Lovelace' });

/** Opens the profile. Returns the box of quick stats and the values in it. */
async function openQuickStats() {
  renderProfile();
  await findHeading();
  const statsBox = screen.getByRole('heading', { name: 'Quick Stats' }).parentElement;
  if (!statsBox) throw new Error('the box expected');
  const statElements = within(statsBox).getAllByRole('definition');
  return { box: statsBox, told: statElements.map(({ textContent }) => textContent) };
}

beforeEach(() => {
  setDesktop(true);
  useModalStore.setState({ modal: null, afterLogin: null });
  vi.spyOn(console, 'error').mockReturnValue();
});

describe('loading', () => {
  // rule profile-loads-together
  it('fetches profile, comments and similar characters in parallel and waits for all', async () => {
    fakeProfileServer();
    const gate = deferred<Response>();
    const requestedPaths: string[] = [];
    server.events.on('request:start', ({ request }) => {
      requestedPaths.push(new URL(request.url).pathname + new URL(request.url).search);
    });
    server.use(http.get('*/api/profile/:id/similar', () => gate.promise));
    renderProfile();
    await waitFor(() => expect(requestedPaths).toHaveLength(3));
    server.events.removeAllListeners();
    expect(requestedPaths.sort()).toEqual([
      '/api/profile/ada-lovelace',
      '/api/profile/ada-lovelace/comments?limit=10',
      '/api/profile/ada-lovelace/similar?limit=6',
    ]);
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(document.documentElement.dataset['scrollLocked']).toBe('');
    gate.resolve(HttpResponse.json({ data: [] }));
    await findHeading();
    expect(document.documentElement.dataset['scrollLocked']).toBeUndefined();
    expect(document.title).toBe('Ada Lovelace | Colloquy');
  });

  // rule profile-not-found
  it('shows not found, in the title too, without waiting for the other requests', async () => {
    fakeProfileServer();
    server.use(
      http.get('*/api/profile/:id', () => refusal(404, 'Character not found')),
      http.get('*/api/profile/:id/comments', () => new Promise(() => undefined)),
    );
    renderProfile();
    expect(await screen.findByText('nobody there')).toBeVisible();
    expect(document.title).toBe('Character not found | Colloquy');
  });

  it('offers a retry when the server fails', async () => {
    fakeProfileServer();
    server.use(http.get('*/api/profile/:id', () => refusal(500, 'x'), { once: true }));
    const { user } = renderProfile();
    expect(await screen.findByText('This profile could not be fetched')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findHeading()).toBeVisible();
  });

  it('shows the page when the similar characters fail, with a retry for them', async () => {
    fakeProfileServer({ similar: fakeSimilarList(1) });
    server.use(http.get('*/api/profile/:id/similar', () => refusal(500, 'x')));
    const { user } = renderProfile();
    await findHeading();
    expect(await screen.findByText('Similar characters could not be fetched.')).toBeVisible();
    fakeProfileServer({ similar: fakeSimilarList(1) });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Name s0')).toBeVisible();
  });
});

describe('the wide layout', () => {
  // rule profile-wide-layout
  it('shows description, numbers, tags and facts', async () => {
    const facts = {
      born: '10 December 1815, London',
      died: '27 November 1852',
      known_for: 'Note G',
      reading: 'Hollings, Martin and Rice',
      dated: [{ year: '1843', text: 'The Notes appear.' }],
    };
    const stats = { chats: 26_412, likes: 6118, followers: 1, comments: 46 };
    fakeProfileServer({ profile: fakeProfile({ facts, stats }) });
    const { container } = renderProfile();
    await findHeading();
    for (const text of ['26.4k', '6,118', 'follower', 'Countess of computing', '46']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    for (const text of [facts.born, facts.died, facts.known_for, facts.reading, '1843']) {
      expect(screen.getByText(text)).toBeVisible();
    }
    expect(screen.getByText('I was Byron’s daughter.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'poetry' })).toHaveAttribute(
      'href',
      '/tags/?isActive=0&tagName=poetry',
    );
    expect(container.querySelector('.c-viridian')).not.toBeNull();
  });

  // rule safety-sensitive-note
  it('leaves out unknown facts, and shows the note of a sensitive character', async () => {
    const profile = fakeProfile({ sensitive: true, sensitive_note: 'Speaks with context.' });
    fakeProfileServer({ profile });
    renderProfile();
    await findHeading();
    expect(screen.queryByText('Born')).toBeNull();
    expect(screen.queryByText('Further reading')).toBeNull();
    expect(screen.queryByRole('list', { name: 'Dates' })).toBeNull();
    expect(screen.getByText('Speaks with context.')).toBeVisible();
  });

  // rule profile-chat-link
  it.each([
    [true, 'FREE'],
    [false, 'PRO'],
  ])('is_free %s: the stamp says %s, and Chat leads to the chat', async (is_free, tier) => {
    fakeProfileServer({ profile: fakeProfile({ is_free, is_locked: !is_free }) });
    const { user, address } = renderProfile();
    await findHeading();
    expect(screen.getByText(tier)).toBeVisible();
    const chatLink = screen.getByRole('link', { name: 'Chat' });
    expect(chatLink).toHaveAttribute('href', '/chats/ada-lovelace');
    await user.click(chatLink);
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
  });

  // rule profile-chat-link
  it('asks a visitor to log in before the chat', async () => {
    fakeProfileServer();
    const { user, address } = renderProfile(null);
    await findHeading();
    await user.click(screen.getByRole('link', { name: 'Chat' }));
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    expect(address()).toBe('/character/profile/ada-lovelace');
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(address()).toBe('/chats/ada-lovelace'));
  });

  // rule profile-similar-four
  it('shows four similar characters, and all of them on a press', async () => {
    fakeProfileServer({ similar: fakeSimilarList(6) });
    const { user } = renderProfile();
    await findHeading();
    expect(screen.getAllByRole('link', { name: /^Name s/ })).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'View all similar characters' }));
    expect(screen.getAllByRole('link', { name: /^Name s/ })).toHaveLength(6);
    expect(screen.queryByRole('button', { name: 'View all similar characters' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Name s4' })).toHaveFocus();
  });

  // rule profile-similar-four
  it('has no button for more if there are only four', async () => {
    fakeProfileServer({ similar: fakeSimilarList(4) });
    renderProfile();
    await findHeading();
    expect(screen.queryByRole('button', { name: 'View all similar characters' })).toBeNull();
  });

  // rule profile-quick-stats
  it('shows quick stats', async () => {
    const stats = { chats: 26_412, likes: 1, followers: 51, comments: 0 };
    fakeProfileServer({ profile: fakeProfile({ stats }) });
    const { box, told } = await openQuickStats();
    expect(told).toEqual(['26,412', 'Medium', 'Active']);
    expect(box.querySelector('path')?.getAttribute('d')).toMatch(/C\S+ 44 \S+ 16/);
  });

  it('shows no zeros where nobody has chatted, liked or followed yet', async () => {
    const stats = { chats: 0, likes: 0, followers: 0, comments: 0 };
    const zeroCounts = { chat_count: 0, like_count: 0, follower_count: 0, similarity_score: 4.2 };
    const charactersWithZeroCounts = [
      fakeSimilarCharacter('q', zeroCounts),
      fakeSimilarCharacter('z', { ...zeroCounts, similarity_score: 0 }),
    ];
    fakeProfileServer({ profile: fakeProfile({ stats }), similar: charactersWithZeroCounts });
    const { box, told } = await openQuickStats();
    expect(told).toEqual(['None yet', 'Growing', 'Active']);
    // Flat lines: the curve stays at its base, y = 44.
    expect(box.querySelector('path')?.getAttribute('d')).toMatch(/C\S+ 44 \S+ 44/);
    expect(document.querySelector('.stats')).toBeNull();
    const [alike, other] = screen.getAllByRole('listitem').filter((row) => row.matches('.similar'));
    expect(alike).toHaveTextContent(/Keeper of the MuseumAlike 4\.2$/);
    expect(other).toHaveTextContent(/Keeper of the Museum$/);
  });

  it('has comments and activity in tabs, and keeps an unsent text', async () => {
    fakeProfileServer({ comments: [fakeComment('c')] });
    const { user } = renderProfile();
    await findHeading();
    expect(screen.getByText('text of c')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Half');
    await user.click(screen.getByRole('tab', { name: 'Activity' }));
    expect(await screen.findByText('Nothing has happened here yet')).toBeVisible();
    await user.click(screen.getByRole('tab', { name: /^Comments/ }));
    expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half');
  });

  // rule look-wide-layout
  it('keeps an unsent comment when the window becomes narrow', async () => {
    fakeProfileServer();
    const { user } = renderProfile();
    await findHeading();
    await user.type(screen.getByRole('textbox', { name: 'Add a comment' }), 'Half');
    setDesktop(false);
    expect(screen.getByRole('tab', { name: 'Similar' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Add a comment' })).toHaveValue('Half');
  });

  // rule profile-copied
  it('copies its address and confirms it for two seconds', async () => {
    fakeProfileServer();
    const { user } = renderProfile();
    await findHeading();
    const button = screen.getByRole('button', { name: 'Copy link' });
    expect(button).toHaveTextContent('Copy link');
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    await user.click(button);
    await waitFor(() => expect(button).toHaveTextContent('Copied!'));
    expect(screen.getByText('Link copied!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(
      'http://colloquy.test/character/profile/ada-lovelace',
    );
    vi.advanceTimersByTime(2000);
    await waitFor(() => expect(button).toHaveTextContent('Copy link'));
  });
});

describe('the layout of a phone', () => {
  beforeEach(() => setDesktop(false));

  const tab = (name: string) => screen.getByRole('tab', { name });

  // rule profile-phone-tabs
  it('opens with the comments tab', async () => {
    fakeProfileServer({ comments: [fakeComment('c')] });
    renderProfile();
    await findHeading();
    expect(tab('Comments')).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByText('text of c')).toBeVisible();
    expect(screen.queryByRole('heading', { level: 2, name: 'Ada Lovelace' })).toBeNull();
  });

  // rule profile-tags-on-phone
  it('shows three tags, and the others after a press of +N', async () => {
    fakeProfileServer({
      profile: fakeProfile({ tags: ['a', 'b', 'c', 'd', 'e'], is_free: false, is_locked: true }),
    });
    const { user } = renderProfile();
    await findHeading();
    await user.click(tab('Profile'));
    expect(screen.getAllByRole('heading', { name: 'Ada Lovelace' })).toHaveLength(1);
    const tags = within(screen.getByRole('list', { name: 'Tags' }));
    expect(tags.getAllByRole('link').map((one) => one.textContent)).toEqual(['a', 'b', 'c']);
    await user.click(tags.getByRole('button', { name: '+2 more tags' }));
    expect(tags.getAllByRole('link')).toHaveLength(5);
    expect(tags.getByRole('link', { name: 'd' })).toHaveFocus();
    expect(screen.getByText('PRO')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Chat' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Follow' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Like' })).toBeVisible();
  });

  // rule profile-similar-list
  it('counts the similar characters and shows the numbers of each', async () => {
    const lockedCharacter = fakeSimilarCharacter('p', {
      is_free: false,
      is_locked: true,
      similarity_score: 7.94,
    });
    fakeProfileServer({ similar: [lockedCharacter, ...fakeSimilarList(5)] });
    const { user } = renderProfile();
    await findHeading();
    await user.click(tab('Similar'));
    expect(screen.getByText('6 results')).toBeVisible();
    const [row] = within(screen.getByRole('tabpanel', { name: 'Similar' })).getAllByRole(
      'listitem',
    );
    expect(row).toHaveTextContent('9,120 chats');
    expect(row).toHaveTextContent('1 like');
    expect(row).toHaveTextContent('12k followers');
    expect(row).toHaveTextContent('Alike 7.9');
    expect(screen.getAllByText('Pro')).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Name p' })).toHaveAttribute(
      'href',
      '/character/profile/slug-p',
    );
  });

  // rule profile-similar-none
  it('says when there are no similar characters', async () => {
    fakeProfileServer();
    const { user } = renderProfile();
    await findHeading();
    await user.click(tab('Similar'));
    expect(screen.getByText('No similar characters')).toBeVisible();
    expect(screen.getByText("We couldn't find any characters similar to this one")).toBeVisible();
    expect(screen.queryByText('0 results')).not.toBeInTheDocument();
  });

  it('shares from the top bar; Back goes to the catalogue if the page is the first entry', async () => {
    fakeProfileServer();
    const { user, address } = renderProfile();
    await findHeading();
    await user.click(screen.getByRole('button', { name: 'Share' }));
    expect(await screen.findByText('Link copied!')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(address()).toBe('/characters'));
  });
});
