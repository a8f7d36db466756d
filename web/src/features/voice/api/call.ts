import { apiUrl, unwrap } from '#/shared/api/client';
import { send } from '#/shared/api/send';

interface Call {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  body?: object;
  signal?: AbortSignal | undefined;
}

/** Makes a call of the voice. Throws ApiError, or the error of an abort. */
export function call({ method, path, body, signal }: Call): Promise<unknown> {
  const request = new Request(apiUrl(path), {
    method,
    credentials: 'include',
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
    ...(signal && { signal }),
  });
  const answer = async () => {
    const response = await send(request);
    const data: unknown = await response.json().catch(() => null);
    return response.ok ? { data, response } : { error: data, response };
  };
  return unwrap(answer());
}
