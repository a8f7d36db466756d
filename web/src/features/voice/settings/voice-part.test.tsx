import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { closeModal, useModalStore } from '#/features/auth';
import { sharedKeys } from '#/shared/api/keys';
import { deferred } from '#/shared/test/deferred';
import { fakeUser } from '#/shared/test/fakes';
import { createTestClient, renderApp } from '#/shared/test/render-app';
import { refusal, server } from '#/shared/test/server';
import { fetchVoiceSettings, saveVoiceSettings } from '../api/settings';
import { nextSpeed } from '../player/track';
import { useSpeakReplies } from '../speaking/speak-replies';
import { speedChoices } from './choices';
import { texts } from './texts';
import { VoicePart } from './voice-part';

type Answer = () => Response | Promise<Response>;

/** A fake server with voice settings and two chats. Tests may change the returned state at any time. */
function fakeSettingsServer(over: Record<string, unknown> = {}) {
  const state = {
    settings: {
      provider: 'server',
      transcription: false,
      speed: 1,
      language: '',
      autoplay: false,
      voices: {} as Record<string, string>,
      choices: ['female-1', 'female-2', 'male-1'],
      used: 1234,
      allowance: 5000,
      resets_at: '2026-12-01T00:00:00Z',
      ...over,
    },
    talked: [
      { character_id: 20, name: 'Ada Lovelace' },
      { character_id: 7, name: 'Marcus Aurelius' },
    ],
    saved: [] as unknown[],
    chatReads: 0,
    /** Makes the answer to the next saves, which are then not stored. If null, saves are stored. */
    refuse: null as Answer | null,
  };
  server.use(
    http.get('*/api/user/voice', () => HttpResponse.json(state.settings)),
    http.patch('*/api/user/voice', async ({ request }) => {
      const body = (await request.json()) as Partial<typeof state.settings>;
      const answer = await state.refuse?.();
      if (answer) return answer;
      state.saved.push(body);
      const voices = Object.entries({ ...state.settings.voices, ...body.voices });
      state.settings = {
        ...state.settings,
        ...body,
        voices: Object.fromEntries(voices.filter(([, voice]) => voice !== '')),
      };
      return HttpResponse.json(state.settings);
    }),
    http.get('*/api/user/chats', () => {
      state.chatReads += 1;
      const chats = state.talked.map((character) => ({ character }));
      return HttpResponse.json({ data: { chats, nextCursor: '', total: chats.length } });
    }),
    http.get('*/api/characters/id/:id', ({ params }) =>
      params['id'] === '33'
        ? HttpResponse.json({ name: 'Socrates' })
        : refusal(404, 'Character not found'),
    ),
  );
  return state;
}

async function openVoicePart() {
  const user = fakeUser();
  const view = renderApp(<VoicePart user={user} />, { user });
  await findSpeakSwitch();
  return view;
}

const findSpeakSwitch = () => screen.findByRole('switch', { name: 'Speak replies' });
const getSelect = (name: string) => screen.getByRole('combobox', { name });
const savedText = 'Settings updated successfully!';

beforeEach(() => {
  closeModal();
  useSpeakReplies.setState({ on: false });
  vi.spyOn(console, 'warn').mockReturnValue();
});

// rule voice-settings-save
describe('a choice', () => {
  it('of the speed is saved at once', async () => {
    const fake = fakeSettingsServer();
    const { user } = await openVoicePart();
    await user.selectOptions(getSelect('Playback speed'), '1.25×');
    expect(getSelect('Playback speed')).toHaveValue('1.25');
    expect(await screen.findByText(savedText)).toBeVisible();
    expect(fake.saved).toEqual([{ speed: 1.25 }]);
    expect(getSelect('Playback speed')).toHaveValue('1.25');
  });

  it('of the language is saved at once, and remembered by this browser', async () => {
    const fake = fakeSettingsServer({ language: 'xx-TEST' });
    const { user } = await openVoicePart();
    expect(getSelect('Spoken language')).toHaveValue('xx-TEST');
    await user.selectOptions(getSelect('Spoken language'), 'de-DE');
    await screen.findByText(savedText);
    expect(fake.saved).toEqual([{ language: 'de-DE' }]);
    expect(getSelect('Spoken language')).toHaveValue('de-DE');
    expect(localStorage.getItem('dictation_language')).toBe('de-DE');
  });

  it('of Speak replies is saved at once, and remembered by this browser', async () => {
    const fake = fakeSettingsServer();
    const { user } = await openVoicePart();
    (await findSpeakSwitch()).focus();
    await user.keyboard(' ');
    expect(await findSpeakSwitch()).toBeChecked();
    await screen.findByText(savedText);
    expect(fake.saved).toEqual([{ autoplay: true }]);
    expect(useSpeakReplies.getState().on).toBe(true);
    expect(localStorage.getItem('speak_replies')).toBe('on');
  });

  it('keeps what another tab has stored meanwhile', async () => {
    const fake = fakeSettingsServer();
    const { user } = await openVoicePart();
    fake.settings = { ...fake.settings, language: 'de-DE', voices: { '20': 'female-2' } };
    await user.selectOptions(getSelect('Playback speed'), '2×');
    await screen.findByText(savedText);
    expect(fake.saved).toEqual([{ speed: 2 }]);
    expect(fake.settings).toMatchObject({ language: 'de-DE', speed: 2 });
    expect(await screen.findByRole('combobox', { name: 'Voice of Ada Lovelace' })).toHaveValue(
      'female-2',
    );
  });

  it('is put back after a failure, and not stored by the next one', async () => {
    const fake = fakeSettingsServer();
    const { user } = await openVoicePart();
    const lateAnswer = deferred<void>();
    fake.refuse = () => lateAnswer.promise.then(() => refusal(500, ''));
    await user.click(await findSpeakSwitch());
    await user.selectOptions(getSelect('Spoken language'), 'de-DE');
    await user.selectOptions(getSelect('Playback speed'), '1.5×');
    expect(await findSpeakSwitch()).toBeChecked();
    expect(getSelect('Spoken language')).toHaveValue('de-DE');
    expect(getSelect('Playback speed')).toHaveValue('1.5');
    lateAnswer.resolve();
    expect(await screen.findAllByText(texts.saveFailed)).not.toHaveLength(0);
    await waitFor(() => expect(getSelect('Playback speed')).toHaveValue('1'));
    expect(await findSpeakSwitch()).not.toBeChecked();
    expect(getSelect('Spoken language')).toHaveValue('en-US');
    expect(localStorage.getItem('speak_replies')).toBeNull();
    expect(localStorage.getItem('dictation_language')).toBeNull();
    fake.refuse = null;
    await user.selectOptions(getSelect('Playback speed'), '0.75×');
    await screen.findByText(savedText);
    expect(fake.saved).toEqual([{ speed: 0.75 }]);
  });

  it('shows the reason that the server gives', async () => {
    const fake = fakeSettingsServer();
    const { user } = await openVoicePart();
    fake.refuse = () => refusal(429, 'Too many changes');
    await user.selectOptions(getSelect('Playback speed'), '2×');
    expect(await screen.findByText('Too many changes')).toBeVisible();
  });

  it('is saved once after several quick ones, the last one last', async () => {
    const fake = fakeSettingsServer();
    const { user } = await openVoicePart();
    for (const speed of ['2×', '0.75×', '1.5×']) {
      await user.selectOptions(getSelect('Playback speed'), speed);
    }
    await waitFor(() => expect(fake.saved).toHaveLength(3));
    expect(fake.settings.speed).toBe(1.5);
    expect(getSelect('Playback speed')).toHaveValue('1.5');
  });

  it.each([
    ['the same user', 'u1', 1],
    ['another user', 'u2', 0],
  ])('is saved after a new login of %s', async (_, id, times) => {
    const fake = fakeSettingsServer();
    const { user, client } = await openVoicePart();
    fake.refuse = () => refusal(401, 'Your session has ended.', 'session_ended');
    await user.selectOptions(getSelect('Playback speed'), '2×');
    await waitFor(() => expect(useModalStore.getState().modal).toBe('login'));
    fake.refuse = null;
    client.setQueryData(sharedKeys.me, fakeUser({ id }));
    useModalStore.getState().afterLogin?.();
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(fake.saved).toHaveLength(times);
  });

  it('shows a failed read and reads again', async () => {
    fakeSettingsServer();
    server.use(http.get('*/api/user/voice', () => refusal(500, 'broken'), { once: true }));
    const me = fakeUser();
    const { user } = renderApp(<VoicePart user={me} />, { user: me });
    expect(await screen.findByText(texts.unread)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findSpeakSwitch()).toBeVisible();
  });
});

// rule voice-settings-save
it('a save in a chat sends the choice alone, and shows it at once', async () => {
  const fake = fakeSettingsServer({ voices: { '20': 'female-2' } });
  const client = createTestClient();
  client.setQueryData(sharedKeys.me, fakeUser());
  await fetchVoiceSettings(client);
  const savePromise = saveVoiceSettings(client, { speed: 2 });
  expect(await fetchVoiceSettings(client)).toMatchObject({
    speed: 2,
    voices: { '20': 'female-2' },
  });
  await savePromise;
  expect(fake.saved).toEqual([{ speed: 2 }]);
});

// rules voice-settings-save, voice-speed
it('has the speeds of the button beside a reply, and one that another client has stored', () => {
  const speedCycle = [nextSpeed(0)];
  for (let next = nextSpeed(0.75); next !== 0.75; next = nextSpeed(next)) speedCycle.push(next);
  expect(speedChoices(1)).toEqual(speedCycle);
  expect(speedChoices(1.1)).toEqual([0.75, 1, 1.1, 1.25, 1.5, 2]);
});

// rule voice-settings-server
describe('the voice of the server', () => {
  it.each([
    [1234, "3,766 of this month's 5,000 letters"],
    [5000, "0 of this month's 5,000 letters"],
    [5001, "0 of this month's 5,000 letters"],
  ])('shows what is left after %i', async (used, text) => {
    fakeSettingsServer({ used });
    await openVoicePart();
    const allowanceNote = await screen.findByText(new RegExp(`^${text}`));
    expect(allowanceNote).toHaveTextContent(/All of them are back on 1 December 2026\.$/);
  });

  it('is explained where there is none, and nothing is asked that needs it', async () => {
    const fake = fakeSettingsServer({ provider: 'browser', voices: { '20': 'female-1' } });
    await openVoicePart();
    expect(screen.getByText(texts.browserSpeaks)).toBeVisible();
    expect(screen.queryByText(/letters/)).toBeNull();
    expect(screen.queryByText(texts.voices)).toBeNull();
    expect(fake.chatReads).toBe(0);
    expect(getSelect('Playback speed')).toBeEnabled();
  });

  it.each([
    [true, texts.languageNote],
    [false, texts.noDictation],
  ])('says whether dictation works: %s', async (transcription, text) => {
    fakeSettingsServer({ transcription });
    await openVoicePart();
    expect(getSelect('Spoken language')).toHaveAccessibleDescription(text);
  });
});

// rule voice-settings-characters
describe('the voices of characters', () => {
  const voiceRows = () =>
    within(screen.getByRole('list', { name: 'Voices of characters' })).getAllByRole('listitem');
  const findChooseButton = () => screen.findByRole('button', { name: 'Use this voice' });

  it('are chosen among the characters of the chats', async () => {
    const fake = fakeSettingsServer();
    const { user } = await openVoicePart();
    const button = await findChooseButton();
    await user.selectOptions(getSelect('Character'), 'Marcus Aurelius');
    await user.selectOptions(getSelect('Voice'), 'Male voice 1');
    await user.click(button);
    expect(getSelect('Voice of Marcus Aurelius')).toHaveValue('male-1');
    await screen.findByText(savedText);
    expect(fake.saved).toEqual([{ voices: { '7': 'male-1' } }]);
    expect(within(getSelect('Character')).getAllByRole('option')).toHaveLength(1);
    await user.click(await findChooseButton());
    expect(voiceRows()).toHaveLength(2);
    expect(screen.getByText(texts.allChosen)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Voices of characters' })).toHaveFocus();
    await waitFor(() => expect(fake.settings.voices).toEqual({ '7': 'male-1', '20': 'male-1' }));
  });

  it('are changed and removed, and the focus stays in the list', async () => {
    const fake = fakeSettingsServer({ voices: { '7': 'male-1', '20': 'female-1' } });
    const { user } = await openVoicePart();
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Voice of Ada Lovelace' }),
      'female-2',
    );
    await waitFor(() => expect(fake.settings.voices['20']).toBe('female-2'));
    await user.click(screen.getByRole('button', { name: 'Remove the voice of Marcus Aurelius' }));
    expect(voiceRows()).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Remove the voice of Ada Lovelace' })).toHaveFocus();
    await waitFor(() => expect(fake.settings.voices).toEqual({ '20': 'female-2' }));
    await user.keyboard('{Enter}');
    expect(screen.getByRole('heading', { name: 'Voices of characters' })).toHaveFocus();
    await waitFor(() => expect(fake.settings.voices).toEqual({}));
  });

  it('come back after a failed removal', async () => {
    const fake = fakeSettingsServer({ voices: { '7': 'male-1' } });
    const { user } = await openVoicePart();
    fake.refuse = () => Response.error();
    const name = 'Remove the voice of Marcus Aurelius';
    await user.click(await screen.findByRole('button', { name }));
    expect(await screen.findByText(texts.saveFailed)).toBeVisible();
    expect(await screen.findByRole('button', { name })).toBeVisible();
  });

  it('name a character without a chat, and one that is gone', async () => {
    fakeSettingsServer({ voices: { '33': 'male-1', '34': 'an-older-voice' } });
    await openVoicePart();
    expect(await screen.findByRole('combobox', { name: 'Voice of Socrates' })).toHaveValue(
      'male-1',
    );
    expect(getSelect('Voice of Character 34')).toHaveValue('an-older-voice');
  });

  it('need a chat', async () => {
    const fake = fakeSettingsServer();
    fake.talked = [];
    await openVoicePart();
    expect(await screen.findByText(texts.noChats)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use this voice' })).toBeNull();
  });

  it('say that the chats could not be fetched', async () => {
    fakeSettingsServer();
    server.use(http.get('*/api/user/chats', () => refusal(500, 'broken'), { once: true }));
    const { user } = await openVoicePart();
    expect(await screen.findByText(texts.chatsUnread)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findChooseButton()).toBeVisible();
  });
});
