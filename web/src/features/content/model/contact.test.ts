import { describe, expect, it } from 'vitest';
import { type ContactField, checkContact, contactLimits, trimMessage } from './contact';

const good = {
  name: 'Mirela',
  email: 'mirela@postbox.example',
  subject: 'The soup',
  message: 'It was cold.',
};
const check = (over: Partial<typeof good>) => checkContact(trimMessage({ ...good, ...over }));

// rule contact-lengths
describe('a contact message', () => {
  it('has no errors when all fields are filled in', () => {
    expect(check({})).toEqual({});
  });

  it.each([
    ['name', 'Name is required'],
    ['email', 'Email is required'],
    ['subject', 'Subject is required'],
    ['message', 'Message is required'],
  ])('needs its %s, and spaces are nothing', (field, text) => {
    expect(check({ [field]: '' })).toEqual({ [field]: text });
    expect(check({ [field]: ' \n\t ' })).toEqual({ [field]: text });
  });

  it.each(['mirela', 'mirela@postbox', '@postbox.example', 'a b@postbox.example', 'a@b@c.d'])(
    'has no valid address in %j',
    (email) => {
      expect(check({ email })).toEqual({ email: 'Please enter a valid email address' });
    },
  );

  it.each<[ContactField, number]>([
    ['name', 100],
    ['subject', 150],
    ['message', 1000],
  ])('takes a %s of %i characters, as a person counts them, and no more', (field, limit) => {
    expect(contactLimits[field]).toBe(limit);
    expect(check({ [field]: '😀'.repeat(limit) })).toEqual({});
    expect(check({ [field]: ` ${'x'.repeat(limit)} ` })).toEqual({});
    expect(check({ [field]: 'x'.repeat(limit + 1) })[field]).toMatch(
      `must be at most ${limit} characters long`,
    );
  });

  it('may have an email address of 100 characters', () => {
    const end = '@postbox.example';
    expect(check({ email: 'x'.repeat(100 - end.length) + end })).toEqual({});
    expect(check({ email: 'x'.repeat(101 - end.length) + end })).toEqual({
      email: 'Email must be at most 100 characters long',
    });
  });
});
