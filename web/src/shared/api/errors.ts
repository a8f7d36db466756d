import { isRecord } from '../lib/is-record';

/** A failed call. `status` is the HTTP status of the answer, or 0 if no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Texts by field name, present on validation failures only. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before the next try; null when the server named none. */
  readonly retryAfter: number | null;
  /**
   * Token of a sign-in that waits for a code of two-factor sign-in. The call that sends the code
   * sends this token too. Empty for other errors.
   */
  readonly challenge: string;

  constructor(
    status: number,
    message: string,
    code = '',
    fields: Record<string, string> = {},
    retryAfter: number | null = null,
    challenge = '',
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
    this.challenge = challenge;
  }
}

function textFields(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** Reads Retry-After in seconds; null if the header is missing or a date. */
export function readRetryAfter(headers: Headers): number | null {
  const seconds = Number.parseInt(headers.get('Retry-After') ?? '', 10);
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}

/** Reads the server's error body (rule api-error-shape). The message is empty if the body has another shape. */
export function toApiError(
  status: number,
  body: unknown,
  retryAfter: number | null = null,
): ApiError {
  if (!isRecord(body)) return new ApiError(status, '', '', {}, retryAfter);
  const { message = '', code = '', challenge } = textFields(body);
  return new ApiError(status, message, code, textFields(body['errors']), retryAfter, challenge);
}

/** The server's message, or `fallback` if the server sent none or was not reached. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status !== 0 && error.message !== '') return error.message;
  return fallback;
}

/**
 * True if the application did not answer: the network failed, or a proxy could not reach the server (rule
 * chat-outbox).
 */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

/** True for a 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** True if a conversation does not exist, because it was deleted. */
export function isDeletedChat(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'conversation_not_found';
}

/** The server's error texts, for the given form fields only. */
export function fieldErrors<Name extends string>(
  error: unknown,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  const found: Partial<Record<Name, string>> = {};
  if (!(error instanceof ApiError)) return found;
  for (const name of names) {
    const text = error.fields[name];
    if (text) found[name] = text;
  }
  return found;
}

export function isAbort(error: unknown): boolean {
  return isRecord(error) && error['name'] === 'AbortError';
}
