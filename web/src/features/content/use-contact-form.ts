import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, errorMessage } from '#/shared/api/errors';
import { useBusy } from '#/shared/lib/busy';
import { toast } from '#/shared/ui/toast';
import { sendContact } from './api/contact';
import {
  type ContactErrors,
  type ContactField,
  checkContact,
  contactFields,
  emptyMessage,
  namedErrors,
  trimmed,
} from './model/contact';

/** Puts the focus on the first field that is wrong. */
function focusFirst(form: HTMLFormElement | null, errors: ContactErrors): boolean {
  const wrong = contactFields.find((name) => errors[name] !== undefined);
  const field = wrong && form?.elements.namedItem(wrong);
  if (field instanceof HTMLElement) field.focus();
  return wrong !== undefined;
}

/**
 * Editing, sending, thank-you (spec 2 §4). Checked on submit; editing a field takes its error away.
 * A failure is told in a toast or at its fields, and keeps what was typed.
 */
export function useContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const trap = useRef<HTMLInputElement>(null);
  const [values, setValues] = useState(emptyMessage);
  const [errors, setErrors] = useState<ContactErrors>({});
  const show = (found: ContactErrors) => {
    setErrors(found);
    return focusFirst(form.current, found);
  };
  const sending = useMutation({
    mutationFn: sendContact,
    onError: (error) => {
      // A browser may have filled it in for a person, whose next try must get through.
      if (trap.current) trap.current.value = '';
      if (error instanceof ApiError && show(namedErrors(error.fields))) return;
      toast.error(errorMessage(error, 'The message could not be sent.'));
    },
  });
  const written = contactFields.some((name) => values[name].trim() !== '');
  useBusy(written && !sending.isSuccess);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const message = trimmed(values);
    const website = trap.current?.value;
    if (sending.isPending || show(checkContact(message))) return;
    sending.mutate({ ...message, ...(website && { website }) });
  };
  const field = (name: ContactField) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setValues((now) => ({ ...now, [name]: target.value }));
      setErrors(({ [name]: _, ...others }) => others);
    },
  });
  return { form, trap, field, submit, sending: sending.isPending, sent: sending.isSuccess };
}
