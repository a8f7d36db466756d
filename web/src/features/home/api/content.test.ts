import { QueryClient } from '@tanstack/react-query';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeJson, writeText } from '#/shared/browser/storage';
import { fakeHome, fakeSection } from '#/shared/test/content';
import { deferred } from '#/shared/test/deferred';
import { refusal, server } from '#/shared/test/server';
import { footerQuery, homeQuery } from './content';

const loadHome = () => new QueryClient().fetchQuery({ ...homeQuery, retry: false });
const storedSections = () => JSON.parse(localStorage.getItem('web_settings') ?? 'null');
const serveSettings = (answer: () => Response) =>
  server.use(http.get('*/api/admin/web-settings', answer));

beforeEach(() => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockReturnValue();
});

// rule home-fallback
describe('home content', () => {
  it('comes from the server, and is saved', async () => {
    serveSettings(() => HttpResponse.json(fakeHome()));
    const sections = await loadHome();
    expect(sections[0]?.title).toBe('Two thousand years');
    expect(storedSections()).toEqual(fakeHome());
    expect(console.error).not.toHaveBeenCalled();
  });

  it.each([
    ['the server fails', () => refusal(500, 'Broken')],
    ['there is no network', () => HttpResponse.error()],
    ['the answer has another shape', () => HttpResponse.json({ hello: 'there' })],
  ])('comes from the saved copy when %s', async (_, answer) => {
    serveSettings(answer);
    const savedSections = [fakeSection('home_banner', { title: 'Saved' })];
    writeJson('web_settings', savedSections);
    expect((await loadHome())[0]?.title).toBe('Saved');
    expect(storedSections()).toEqual(savedSections);
    expect(console.error).toHaveBeenCalled();
  });

  it.each(['', 'not json', '{}', '[{"section_key":1}]'])(
    'comes from the built-in sample when the saved copy is %j, and the sample is saved',
    async (text) => {
      serveSettings(() => refusal(503, 'Down'));
      if (text) writeText('web_settings', text);
      expect((await loadHome())[0]?.title).toBe('Two thousand years of good conversation');
      expect(storedSections()[0].section_key).toBe('home_banner');
    },
  );
});

it('comes from the saved copy when the server is silent for ten seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise, resolve } = deferred<Response>();
  server.use(http.get('*/api/admin/web-settings', () => promise));
  writeJson('web_settings', [fakeSection('home_banner', { title: 'Saved' })]);
  const homePromise = loadHome();
  let isHomeLoaded = false;
  void homePromise.then(() => {
    isHomeLoaded = true;
  });
  await vi.advanceTimersByTimeAsync(9900);
  expect(isHomeLoaded).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect((await homePromise)[0]?.title).toBe('Saved');
  vi.useRealTimers();

  // A late answer is saved for the next visit.
  resolve(HttpResponse.json(fakeHome()));
  await vi.waitFor(() => expect(storedSections()).toEqual(fakeHome()));
});

describe('footer content', () => {
  const loadFooter = () => new QueryClient().fetchQuery({ ...footerQuery, retry: false });
  const path = '*/api/admin/web-settings/key/footer_categories';

  it('falls back in the same order', async () => {
    server.use(http.get(path, () => HttpResponse.error()));
    expect((await loadFooter()).sectionKey).toBe('footer_categories');
    const ownFooter = fakeSection('footer_categories', { title: 'Mine' });
    server.use(http.get(path, () => HttpResponse.json(ownFooter)));
    await loadFooter();
    server.use(http.get(path, () => HttpResponse.error()));
    expect((await loadFooter()).title).toBe('Mine');
  });
});
