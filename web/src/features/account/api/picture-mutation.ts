import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reopenLogin } from '#/features/auth';
import { apiUrl } from '#/shared/api/client';
import { ApiError, errorMessage, toApiError } from '#/shared/api/errors';
import { readText } from '#/shared/browser/storage';
import { isRecord } from '#/shared/lib/is-record';
import { texts } from '../texts';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the first address in the answer of an upload. Throws an ApiError if there is none. */
function firstUrl(body: unknown): string {
  const uploadData = isRecord(body) ? body['data'] : undefined;
  const urls: unknown = isRecord(uploadData) ? uploadData['urls'] : undefined;
  const first: unknown = Array.isArray(urls) ? urls[0] : undefined;
  if (typeof first !== 'string') throw new ApiError(0, '', 'no_address');
  return first;
}

/**
 * Uploads a picture and returns its address. `onProgress` gets the sent share, 0 to 1. fetch does not report
 * the progress of an upload, so XMLHttpRequest is used.
 */
function uploadPicture(file: File, onProgress: (share: number) => void): Promise<string> {
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', apiUrl('/admin/upload/single/user_profile'));
    const bearerToken = readText('token');
    if (bearerToken !== null) request.setRequestHeader('Authorization', `Bearer ${bearerToken}`);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => reject(new ApiError(0, '', 'network'));
    request.onload = () => {
      const body = parseJson(request.responseText);
      if (request.status === 200) resolve(body);
      else reject(toApiError(request.status, body));
    };
    const form = new FormData();
    form.append('singleFile', file);
    request.send(form);
  }).then(firstUrl);
}

interface UploadOptions {
  onUploaded: (address: string) => void;
}

/**
 * Uploads pictures. `share` is the sent part of the running upload, 0 to 1. `problem` says why the last upload
 * failed. After a 401 the user logs in, and the upload is repeated. Rule account-picture.
 */
export function useUploadPicture({ onUploaded }: UploadOptions) {
  const [share, setShare] = useState(0);
  const uploadMutation = useMutation({
    mutationFn: (file: File) => {
      setShare(0);
      return uploadPicture(file, setShare);
    },
    onSuccess: onUploaded,
    onError: (error, file) => {
      reopenLogin(error, () => uploadMutation.mutate(file));
    },
  });
  const { mutate, reset, isPending, error } = uploadMutation;
  return {
    mutate,
    reset,
    isPending,
    share,
    problem: error ? errorMessage(error, texts.pictureFailed) : undefined,
  };
}
