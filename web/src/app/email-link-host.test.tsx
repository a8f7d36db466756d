import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { StrictMode } from 'react';
import { expect, it, vi } from 'vitest';
import { SessionScope } from '#/features/auth';
import { openEmailLink } from '#/features/confirmation/model/email-links';
import { sharedKeys } from '#/shared/api/keys';
import { fakeUser } from '#/shared/test/fakes';
import { renderApp } from '#/shared/test/render-app';
import { refusal, server, setSignedInCookie } from '#/shared/test/server';
import { EmailLinkHost } from './email-link-host';

let postedBodies: unknown[] = [];

function serveEmailLink(path: 'verify-email' | 'revert-email', answer: () => Response) {
  postedBodies = [];
  server.use(
    http.post(`*/api/auth/${path}`, async ({ request }) => {
      postedBodies.push(await request.json());
      return answer();
    }),
  );
}

const renderHost = (user: ReturnType<typeof fakeUser> | null) =>
  renderApp(
    <StrictMode>
      <SessionScope>
        <EmailLinkHost />
      </SessionScope>
    </StrictMode>,
    { user },
  );

// rule accounts-open-verify
it('confirms the address once, and fetches the user again', async () => {
  setSignedInCookie();
  server.use(
    http.get('*/api/auth/me', () => HttpResponse.json(fakeUser({ email_verified: true }))),
  );
  serveEmailLink('verify-email', () => HttpResponse.json({ verified: true }));
  openEmailLink('verify', 't0ken');
  const { client } = renderHost(fakeUser({ email_verified: false }));
  expect(await screen.findByText('Your email address is confirmed.')).toBeVisible();
  await waitFor(() =>
    expect(client.getQueryData(sharedKeys.me)).toMatchObject({ email_verified: true }),
  );
  expect(postedBodies).toEqual([{ token: 't0ken' }]);
});

// rule accounts-open-revert
it('brings the old address back and ends the login', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  setSignedInCookie();
  serveEmailLink('revert-email', () => HttpResponse.json({ reverted: true }));
  const { client } = renderHost(fakeUser());
  openEmailLink('revert', 't0ken');
  const text = 'Your old email address is back. Please log in again.';
  expect(await screen.findByText(text)).toBeVisible();
  await waitFor(() => expect(client.getQueryData(sharedKeys.me)).toBeNull());
  expect(postedBodies).toEqual([{ token: 't0ken' }]);
});

// rule notifications-unsubscribe
it('stops mail of a group without a login, and says which', async () => {
  server.use(
    http.post('*/api/unsubscribe/t0ken', () =>
      HttpResponse.json({ success: true, group: 'newsletter' }),
    ),
  );
  openEmailLink('unsubscribe', 't0ken');
  renderHost(null);
  expect(
    await screen.findByText(
      'We stop the mails about new articles. Your account settings switch them on again.',
    ),
  ).toBeVisible();
});

// rules accounts-open-verify, accounts-open-revert
it.each([
  ['the text of a refusal', () => refusal(400, 'This link does not work any more.'), /any more/],
  ['a text if there is no answer', () => Response.error(), /^The link could not be opened/],
])('shows a visitor %s', async (_, answer, text) => {
  serveEmailLink('verify-email', answer);
  openEmailLink('verify', 'used');
  renderHost(null);
  expect(await screen.findByText(text)).toBeVisible();
});
