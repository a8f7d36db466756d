import { ApiError, isAbort } from './errors';

/**
 * Fetches a file from the address that an API call has returned. Throws ApiError, or the error of an abort. A
 * signed address needs no bearer token, so none is sent.
 */
export async function fetchFile(address: string, signal: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(address, { signal });
    if (!response.ok) throw new ApiError(response.status, '');
    return await response.blob();
  } catch (error) {
    if (isAbort(error) || error instanceof ApiError) throw error;
    throw new ApiError(0, '', 'network');
  }
}
