import { describe, expect, it } from 'vitest';
import { checkLogin, checkRegistration, trimLogin, trimRegistration } from './auth-forms';

const validLogin = { email: 'ada@engine.example', password: 'secret' };
const validRegistration = { ...validLogin, name: 'Ada', confirmPassword: 'secret' };
const emailOfLength = (length: number) => `${'a'.repeat(length - 10)}@b.example`;

// rule accounts-email
describe('login', () => {
  it.each([
    [{}, {}],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: '   ' }, { email: 'Email is required' }],
    [{ email: 'ada' }, { email: 'Please enter a valid email address' }],
    [{ email: 'ada@engine' }, { email: 'Please enter a valid email address' }],
    [{ email: 'a da@engine.example' }, { email: 'Please enter a valid email address' }],
    [{ email: emailOfLength(100) }, {}],
    [{ email: emailOfLength(101) }, { email: 'Email must be at most 100 characters long' }],
    [{ password: '' }, { password: 'Password is required' }],
    [{ password: 'x' }, {}],
    [{ password: 'x'.repeat(30) }, {}],
    [{ password: 'x'.repeat(31) }, { password: 'Password must be at most 30 characters long' }],
    [
      { email: '', password: '' },
      { email: 'Email is required', password: 'Password is required' },
    ],
  ])('%j', (change, errors) => {
    expect(checkLogin(trimLogin({ ...validLogin, ...change }))).toEqual(errors);
  });
});

// rules accounts-password-length, accounts-password-confirm
describe('register', () => {
  const samePasswords = (password: string) => ({ password, confirmPassword: password });
  it.each([
    [{}, {}],
    [{ name: '' }, { name: 'Name is required' }],
    [{ name: '  ' }, { name: 'Name is required' }],
    [{ name: 'n'.repeat(50) }, {}],
    [{ name: 'n'.repeat(51) }, { name: 'Name must be at most 50 characters long' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'ada@' }, { email: 'Please enter a valid email address' }],
    [{ password: '' }, { password: 'Password is required' }],
    [samePasswords('12345'), { password: 'Password must be at least 6 characters long' }],
    [samePasswords('123456'), {}],
    [samePasswords('😀'.repeat(30)), {}],
    [samePasswords('x'.repeat(31)), { password: 'Password must be at most 30 characters long' }],
    [samePasswords('  spaces count  '), {}],
    [{ confirmPassword: '' }, { confirmPassword: 'Confirm password is required' }],
    [{ confirmPassword: 'secreT' }, { confirmPassword: 'Passwords do not match' }],
  ])('%j', (change, errors) => {
    const foundErrors = checkRegistration(trimRegistration({ ...validRegistration, ...change }));
    expect(foundErrors).toMatchObject(errors);
    if (Object.keys(errors).length === 0) expect(foundErrors).toEqual({});
  });

  it('reports passwords that differ beside the errors of other fields', () => {
    const registration = { name: '', email: '', password: 'secret', confirmPassword: 'secreT' };
    expect(checkRegistration(registration)).toMatchObject({
      name: 'Name is required',
      confirmPassword: 'Passwords do not match',
    });
  });
});

it('trims name and email and leaves the password alone', () => {
  const trimmedRegistration = trimRegistration({
    name: ' Ada ',
    email: ' ada@engine.example ',
    password: ' secret ',
    confirmPassword: ' secret ',
  });
  expect(trimmedRegistration).toMatchObject({
    name: 'Ada',
    email: 'ada@engine.example',
    password: ' secret ',
  });
});
