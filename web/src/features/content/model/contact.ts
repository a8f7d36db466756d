import { emailPattern, maxEmailLength } from '#/features/auth';
import type { FormErrors } from '#/shared/hooks/use-form';
import { countCodePoints } from '#/shared/lib/count-code-points';

export const contactFields = ['name', 'email', 'subject', 'message'] as const;

export type ContactField = (typeof contactFields)[number];
export type ContactMessage = Record<ContactField, string>;
type ContactErrors = FormErrors<ContactField>;

export const emptyMessage: ContactMessage = { name: '', email: '', subject: '', message: '' };

/** Longest texts, in code points (rule contact-lengths). */
export const maxContactLengths: Readonly<Record<ContactField, number>> = {
  name: 100,
  email: maxEmailLength,
  subject: 150,
  message: 1000,
};

const fieldLabels: Readonly<Record<ContactField, string>> = {
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
};

function fieldError(field: ContactField, value: string): string | undefined {
  if (value === '') return `${fieldLabels[field]} is required`;
  const limit = maxContactLengths[field];
  if (countCodePoints(value) > limit) {
    return `${fieldLabels[field]} must be at most ${limit} characters long`;
  }
  if (field === 'email' && !emailPattern.test(value)) return 'Please enter a valid email address';
  return undefined;
}

export function trimMessage(message: ContactMessage): ContactMessage {
  const { name, email, subject, message: text } = message;
  return { name: name.trim(), email: email.trim(), subject: subject.trim(), message: text.trim() };
}

/** Error texts of a trimmed message, by field (rule contact-errors); empty if it can be sent. */
export function checkContact(message: ContactMessage): ContactErrors {
  const errors: ContactErrors = {};
  for (const field of contactFields) {
    const error = fieldError(field, message[field]);
    if (error) errors[field] = error;
  }
  return errors;
}
