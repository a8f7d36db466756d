import { describe, expect, it } from 'vitest';
import { type ContactField, checkContact, maxContactLengths, trimMessage } from './contact';

const validMessage = {
  name: 'Mirela',
  email: 'mirela@postbox.example',
  subject: 'The soup',
  message: 'It was cold.',
};
const errorsWith = (over: Partial<typeof validMessage>) =>
  checkContact(trimMessage({ ...validMessage, ...over }));

// rule contact-lengths
describe('a contact message', () => {
  it('has no errors when all fields are filled in', () => {
    expect(errorsWith({})).toEqual({});
  });

  it.each([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['subject', 'Subject is required'],
    ['message', 'Message is required'],
  ])('needs its %s, and spaces are nothing', (field, text) => {
    expect(errorsWith({ [field]: '' })).toEqual({ [field]: text });
    expect(errorsWith({ [field]: ' \n\t ' })).toEqual({ [field]: text });
  });

  it.each(['mirela', 'mirela@postbox', '@postbox.example', 'a b@postbox.example', 'a@b@c.d'])(
    'has no valid address in %j',
    (email) => {
      expect(errorsWith({ email })).toEqual({ email: 'Please enter a valid email address' });
    },
  );

  it.each<[ContactField, number]>([
    ['name', 100],
    ['subject', 150],
    ['message', 1000],
  ])('takes a %s of %i characters, as a person counts them, and no more', (field, limit) => {
    expect(maxContactLengths[field]).toBe(limit);
    expect(errorsWith({ [field]: '😀'.repeat(limit) })).toEqual({});
    expect(errorsWith({ [field]: ` ${'x'.repeat(limit)} ` })).toEqual({});
    expect(errorsWith({ [field]: 'x'.repeat(limit + 1) })[field]).toMatch(
      `must be at most ${limit} characters long`,
    );
  });

  it('may have an email address of 100 characters', () => {
    const end = '@postbox.example';
    expect(errorsWith({ email: 'x'.repeat(100 - end.length) + end })).toEqual({});
    expect(errorsWith({ email: 'x'.repeat(101 - end.length) + end })).toEqual({
      email: 'Email must be at most 100 characters long',
    });
  });
});
