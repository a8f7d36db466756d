import { apiUrl, unwrap } from '#/shared/api/client';
import { send } from '#/shared/api/send';
import type { ContactMessage } from '../model/contact';

/** Stores the message and mails it to support (spec 3 §5). */
export async function sendContact(message: ContactMessage): Promise<void> {
  const request = new Request(apiUrl('/contact'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(message),
    credentials: 'include',
  });
  await unwrap(
    send(request).then(async (response) => ({
      response,
      error: response.ok ? undefined : await response.json().catch(() => null),
    })),
  );
}
