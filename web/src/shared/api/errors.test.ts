import { describe, expect, it } from 'vitest';
import { ApiError, errorMessage, fieldErrors, isAbort, readRetryAfter, toApiError } from './errors';

describe('toApiError', () => {
  // rule api-error-shape
  it('reads the error shape of the server', () => {
    const error = toApiError(422, {
      message: 'Check the form',
      code: 'validation',
      errors: { email: 'Email is taken', odd: 7 },
    });
    expect(error).toMatchObject({ status: 422, message: 'Check the form', code: 'validation' });
    expect(error.fields).toEqual({ email: 'Email is taken' });
  });

  it.each([null, 'Bad gateway', 7, {}, { message: 5 }])('accepts any other body: %j', (body) => {
    expect(toApiError(502, body)).toMatchObject({ status: 502, message: '', code: '', fields: {} });
  });
});

describe('errorMessage', () => {
  it.each([
    [new ApiError(429, 'Slow down'), 'Slow down'],
    [new ApiError(500, ''), 'Login failed'],
    [new ApiError(0, 'Failed to fetch', 'network'), 'Login failed'],
    [new TypeError('x is undefined'), 'Login failed'],
  ])('%s', (error, text) => {
    expect(errorMessage(error, 'Login failed')).toBe(text);
  });
});

it('distinguishes an abort from a failure', () => {
  expect(isAbort(new DOMException('stopped', 'AbortError'))).toBe(true);
  expect(isAbort(new Error('AbortError'))).toBe(false);
  expect(isAbort(undefined)).toBe(false);
});

it.each([
  ['12', 12],
  ['0', 0],
  ['-3', 0],
  ['Sat, 21 Nov 2026 12:00:00 GMT', null],
])('reads Retry-After %j as %j seconds', (value, seconds) => {
  expect(readRetryAfter(new Headers({ 'Retry-After': value }))).toBe(seconds);
});

it('reads the error texts of a form’s fields', () => {
  const refusal = new ApiError(422, 'Check the form', 'validation', { email: 'No', other: 'x' });
  expect(fieldErrors(refusal, ['email', 'name'])).toEqual({ email: 'No' });
  expect(fieldErrors(new Error('x'), ['email'])).toEqual({});
});
