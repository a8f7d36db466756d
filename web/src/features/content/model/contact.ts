import { emailMax, emailPattern } from '#/shared/lib/email';

export const contactFields = ['name', 'email', 'subject', 'message'] as const;

export type ContactField = (typeof contactFields)[number];
export type ContactMessage = Record<ContactField, string>;
export type ContactErrors = Partial<Record<ContactField, string>>;

export const emptyMessage: ContactMessage = { name: '', email: '', subject: '', message: '' };

/** Longest texts, in characters as a person counts them (spec 2 §9). */
export const contactLimits: Readonly<Record<ContactField, number>> = {
  name: 100,
  email: emailMax,
  subject: 150,
  message: 1000,
};

const labels: Readonly<Record<ContactField, string>> = {
  name: 'Name',
  email: 'Email',
  subject: 'Subject',
  message: 'Message',
};

export const characters = (text: string) => [...text].length;

function errorOf(field: ContactField, value: string): string | undefined {
  if (value === '') return `${labels[field]} is required`;
  const limit = contactLimits[field];
  if (characters(value) > limit) {
    return `${labels[field]} must be at most ${limit} characters long`;
  }
  if (field === 'email' && !emailPattern.test(value)) return 'Please enter a valid email address';
  return undefined;
}

export function trimmed(message: ContactMessage): ContactMessage {
  const { name, email, subject, message: text } = message;
  return { name: name.trim(), email: email.trim(), subject: subject.trim(), message: text.trim() };
}

/** What is wrong with a trimmed message, by field; empty when it may be sent (spec 2 §5). */
export function checkContact(message: ContactMessage): ContactErrors {
  const errors: ContactErrors = {};
  for (const field of contactFields) {
    const error = errorOf(field, message[field]);
    if (error) errors[field] = error;
  }
  return errors;
}

/** The fields that a refusal of the server names. */
export function namedErrors(fields: Readonly<Record<string, string>>): ContactErrors {
  const errors: ContactErrors = {};
  for (const field of contactFields) {
    const error = fields[field];
    if (error) errors[field] = error;
  }
  return errors;
}
