import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

/** Signed out unless a test says otherwise; any other unexpected call fails the test. */
export const server = setupServer(
  http.get('*/api/auth/me', () =>
    HttpResponse.json({ message: 'Not signed in', code: 'unauthorized' }, { status: 401 }),
  ),
);

/** The server's error body (rule api-error-shape). */
export function refusal(
  status: number,
  message: string,
  code = 'test_code',
  errors?: Record<string, string>,
) {
  return HttpResponse.json({ message, code, errors, request_id: 'test' }, { status });
}

/** This browser holds a session, as the server's cookies tell. */
export function holdSession(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as a server sets it.
  document.cookie = 'signed_in=1';
}
