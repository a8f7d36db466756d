import { useRef } from 'react';
import { useLocation } from 'react-router';
import { fieldErrors } from '#/shared/api/errors';
import { useHoldPage } from '#/shared/browser/page-hold';
import { useForm } from '#/shared/hooks/use-form';
import { readLetter } from '#/shared/lib/contact-letter';
import { useSendContact } from '../api/contact-mutation';
import { checkContact, contactFields, emptyMessage, trimMessage } from '../model/contact';

/**
 * The state of the contact form, from editing until it is sent. A failure keeps what was typed. An error is
 * shown at the field that it names, or else in a toast (rule contact-errors).
 */
export function useContactForm() {
  const letter = readLetter(useLocation().state);
  const honeypot = useRef<HTMLInputElement>(null);
  const { form, field, values, showErrors } = useForm({
    initialValues: { ...emptyMessage, ...letter },
    prepare: trimMessage,
    check: checkContact,
    onSubmit: (message) => {
      const website = honeypot.current?.value;
      if (!sendMutation.isPending) sendMutation.mutate({ ...message, ...(website && { website }) });
    },
  });
  const sendMutation = useSendContact((error) => {
    // The browser's autofill may have filled in the honeypot: empty it, so that the next try succeeds
    // (rule contact-hidden-field).
    if (honeypot.current) honeypot.current.value = '';
    return showErrors(fieldErrors(error, contactFields));
  });
  const hasText = contactFields.some((name) => values[name].trim() !== '');
  useHoldPage(hasText && !sendMutation.isSuccess);
  return {
    form,
    trap: honeypot,
    field,
    sending: sendMutation.isPending,
    sent: sendMutation.isSuccess,
  };
}
