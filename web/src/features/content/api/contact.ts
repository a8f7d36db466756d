import { api, unwrap } from '#/shared/api/client';
import type { ContactMessage } from '../model/contact';

/** Stores the message, which is mailed to support (spec 3 §5). */
export const sendContact = (message: ContactMessage & { website?: string }) =>
  unwrap(api.POST('/contact', { body: message }));
