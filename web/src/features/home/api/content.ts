import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '#/shared/api/client';
import { readJson, type StorageKey, writeJson } from '#/shared/browser/storage';
import { reportError } from '#/shared/lib/report-error';
import { readSections, type Section } from '../model/section';
import { homeKeys } from './keys';

const isNotNull = (value: unknown): value is unknown => value !== null;

/** Timeout (ms) of the server's answer. After it the saved copy is shown. */
const answerTimeoutMs = 10_000;

async function withTimeout<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeoutRejection = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer came in time')), answerTimeoutMs);
  });
  return Promise.race([answer, timeoutRejection]).finally(() => clearTimeout(timer));
}

/**
 * Returns the first of these sources with the right shape (rule home-fallback): the server's answer within
 * `answerTimeoutMs`, the saved copy, the built-in sample. It saves the answer or the sample. Only an abort
 * rejects the promise, so loading always ends (rule home-loading).
 */
export async function withFallback<T>(
  key: StorageKey,
  fetchIt: () => Promise<unknown>,
  parse: (value: unknown) => T | null,
  loadSample: () => Promise<unknown>,
): Promise<T> {
  const parseAndSave = (value: unknown): T => {
    const content = parse(value);
    if (content === null) throw new Error('the answer has another shape');
    writeJson(key, value);
    return content;
  };
  const answer = fetchIt();
  try {
    return parseAndSave(await withTimeout(answer));
  } catch (error) {
    // An aborted request is not a failure of the content.
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    reportError('Home content could not be fetched', error);
    // A late answer is saved for the next visit.
    answer.then(parseAndSave).catch(() => undefined);
  }
  const savedContent = parse(readJson(key, isNotNull));
  if (savedContent !== null) return savedContent;
  return parseAndSave(await loadSample());
}

const loadSampleSections = async (): Promise<unknown[]> =>
  (await import('../model/sample')).sampleSections;

/** Every section of the home page, in its order. */
export const homeQuery = queryOptions({
  queryKey: homeKeys.home,
  queryFn: ({ signal }) =>
    withFallback<Section[]>(
      'web_settings',
      () => unwrap(api.GET('/admin/web-settings', { signal })),
      readSections,
      loadSampleSections,
    ),
  staleTime: 60_000,
});

const readFirstSection = (value: unknown): Section | null => readSections([value])?.[0] ?? null;

/** The categories and terms of the footer. */
export const footerQuery = queryOptions({
  queryKey: homeKeys.footer,
  queryFn: ({ signal }) =>
    withFallback<Section>(
      'footer_categories',
      () =>
        unwrap(
          api.GET('/admin/web-settings/key/{key}', {
            params: { path: { key: 'footer_categories' } },
            signal,
          }),
        ),
      readFirstSection,
      async () => (await import('../model/sample')).sampleFooter,
    ),
  staleTime: 5 * 60_000,
});
