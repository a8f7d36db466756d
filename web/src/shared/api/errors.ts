import { isRecord } from '../lib/is-record';

/** A refusal of the server or of the network; `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** Texts by field name, present on validation failures only. */
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds to wait before the next try; null when the server named none. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    message: string,
    code = '',
    fields: Record<string, string> = {},
    retryAfter: number | null = null,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.retryAfter = retryAfter;
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

/** Reads the header of a refusal that says when to come back. Only the form in seconds is known here. */
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
  const message = typeof body['message'] === 'string' ? body['message'] : '';
  const code = typeof body['code'] === 'string' ? body['code'] : '';
  return new ApiError(status, message, code, textFields(body['errors']), retryAfter);
}

/** The server's own words, or `fallback` when it gave none or was not reached. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof ApiError && error.status !== 0 && error.message !== '') return error.message;
  return fallback;
}

/** No answer of the application came: the network failed, or a proxy stands without its server. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 504].includes(error.status);
}

/** True for a read whose subject does not exist. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** The server's texts for those of these form fields that it refused. */
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
