import createClient from 'openapi-fetch';
import { ApiError, isAbort, readRetryAfter, toApiError } from './errors';
import { send } from './send';
import type { ApiPaths } from './types';

/** The absolute address of an API path without `/api`. Tests have no document for a relative address. */
export function apiUrl(path: string): string {
  return `${location.origin}/api${path}`;
}

/** Typed calls; paths are written without the leading `/api`. Wrap every call in `unwrap`. */
export const api = createClient<ApiPaths>({
  baseUrl: apiUrl(''),
  credentials: 'include',
  fetch: send,
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the data of an answer, or throws ApiError. The error of an abort is rethrown unchanged. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T> {
  let answer: Answer<T>;
  try {
    answer = await call;
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError(0, error instanceof Error ? error.message : '', 'network');
  }
  const { response, error } = answer;
  if (!response.ok) throw toApiError(response.status, error, readRetryAfter(response.headers));
  return answer.data as T;
}
