import { describe, expect, it } from 'vitest';
import { checkEmail, checkNewPassword, checkOtp, readOtp, trimEmail } from './reset-forms';

const emailOfLength = (length: number) => `${'a'.repeat(length - 10)}@b.example`;

// rule accounts-forgot-fields
it.each([
  ['', { email: 'Email is required' }],
  ['   ', { email: 'Email is required' }],
  ['mirela', { email: 'Please enter a valid email address' }],
  [emailOfLength(101), { email: 'Email must be at most 100 characters long' }],
  [emailOfLength(100), {}],
  [' mirela@postbox.example ', {}],
])('address %j', (typed, errors) => {
  expect(checkEmail(trimEmail({ email: typed }))).toEqual(errors);
});

// rule accounts-forgot-fields
it.each([
  ['', { otp: 'OTP is required' }],
  ['418', { otp: 'OTP must have 4 digits' }],
  ['4188', {}],
])('code %j', (otp, errors) => {
  expect(checkOtp({ otp })).toEqual(errors);
});

it.each([
  ['41 88', '4188'],
  ['Your code: 4188.', '4188'],
  ['418812', '4188'],
  ['four', ''],
])('reads %j as %j', (text, otp) => {
  expect(readOtp(text)).toBe(otp);
});

// rules accounts-forgot-fields, accounts-password-length
describe('new password', () => {
  const samePasswords = (newPassword: string) => ({ newPassword, confirmPassword: newPassword });
  it.each([
    [samePasswords('123456'), {}],
    [samePasswords('x'.repeat(30)), {}],
    [
      samePasswords(''),
      {
        newPassword: 'New password is required',
        confirmPassword: 'Please confirm your password',
      },
    ],
    [samePasswords('12345'), { newPassword: 'Password must be at least 6 characters long' }],
    [samePasswords('x'.repeat(31)), { newPassword: 'Password must be at most 30 characters long' }],
    [
      { newPassword: 'secret1', confirmPassword: '' },
      { confirmPassword: 'Please confirm your password' },
    ],
    [
      { newPassword: 'secret1', confirmPassword: 'secret' },
      { confirmPassword: 'Passwords do not match' },
    ],
  ])('%j', (values, errors) => {
    expect(checkNewPassword(values)).toEqual(errors);
  });
});
