import { chromiumPath, launchArgs } from '../support/binary-paths.ts';
import { expect, test } from '../support/fixtures.ts';
import { isMicrophoneOn, microphoneArgs, removeSpeechRecognition } from '../support/microphone.ts';

// This journey is not in dictation.spec.ts, because its browser must start with a denied microphone.
test.use({
  signedIn: true,
  withTranscription: true,
  launchOptions: {
    executablePath: chromiumPath(),
    args: [...launchArgs, ...microphoneArgs('deny')],
  },
});

// rule voice-dictation-failures
test('a blocked microphone says what to do', async ({ chat, page }) => {
  await removeSpeechRecognition(page);
  await chat.open();
  await chat.write('Typed.');
  await page.getByRole('button', { name: 'Dictate' }).click();
  await expect(
    page.getByText(
      'The microphone is blocked for this page. Allow it in your browser’s settings, then try again.',
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dictate' })).toBeFocused();
  expect(await isMicrophoneOn(page)).toBe(false);
  await expect(chat.composer).toHaveValue('Typed.');
});
