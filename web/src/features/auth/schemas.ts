import * as v from 'valibot';
import { emailPattern } from '#/shared/lib/email';
import { limits, messages } from './messages';

/** Counts what a person would count as characters, as the server does. */
const atMost = (limit: number, message: string) =>
  v.check((value: string) => [...value].length <= limit, message);

const email = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty(messages.emailRequired),
  atMost(limits.email, messages.emailTooLong),
  v.regex(emailPattern, messages.emailInvalid),
);

const passwordEntered = v.pipe(
  v.string(),
  v.nonEmpty(messages.passwordRequired),
  atMost(limits.passwordMax, messages.passwordTooLong),
);

export const loginSchema = v.object({ email, password: passwordEntered });

export const registerSchema = v.pipe(
  v.object({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty(messages.nameRequired),
      atMost(limits.name, messages.nameTooLong),
    ),
    email,
    password: v.pipe(
      passwordEntered,
      v.check((value) => [...value].length >= limits.passwordMin, messages.passwordTooShort),
    ),
    confirmPassword: v.pipe(v.string(), v.nonEmpty(messages.confirmRequired)),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirmPassword']],
      ({ password, confirmPassword }) => password === confirmPassword,
      messages.passwordsDiffer,
    ),
    ['confirmPassword'],
  ),
);

export type RegisterInput = v.InferInput<typeof registerSchema>;
