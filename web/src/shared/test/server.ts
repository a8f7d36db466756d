import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/**
 * The mock server. It answers that nobody is signed in, and that Google sign-in is set up; other calls
 * without a handler fail the test.
 */
export const server = setupServer(
  http.get('*/api/auth/me', () =>
    HttpResponse.json({ message: 'Not signed in', code: 'unauthorized' }, { status: 401 }),
  ),
  http.get('*/api/auth/methods', () => HttpResponse.json({ google: true })),
);

/** A refusal with the server's error body. */
export function refusal(
  status: number,
  message: string,
  code = 'test_code',
  errors?: Record<string, string>,
) {
  return HttpResponse.json({ message, code, errors, request_id: 'test' }, { status });
}

/** Sets the signed-in cookie, which tells scripts that there is a session cookie. */
export function setSignedInCookie(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it.
  document.cookie = 'signed_in=1';
}
