import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { fakeVoiceServer, renderVoice, spokenReply } from '../test/voice-harness';
import { useServerVoice } from './can-listen';

const forgetServerVoice = () => useServerVoice.setState({ found: false });
const waitForEffects = () => new Promise((resolve) => setTimeout(resolve, 50));

afterEach(() => act(forgetServerVoice));

// rule voice-listen-hidden
it.each(['server', 'browser'] as const)(
  'shows Listen in a browser without a synthesis only for a voice of the server: %s',
  async (provider) => {
    forgetServerVoice();
    const server = fakeVoiceServer(provider);
    renderVoice(spokenReply('a'));
    expect(screen.queryByRole('button', { name: 'Listen' })).toBeNull();
    await waitFor(() => expect(server.settingsReadCount).toBe(1));
    await act(waitForEffects);
    expect(screen.queryByRole('button', { name: 'Listen' }) !== null).toBe(provider === 'server');
  },
);
