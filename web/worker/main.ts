// The offline worker. It caches the shell of the app, and visited pictures and scripts. It
// activates at once; src/pwa/register.ts decides when the page reloads.
import { answerAsset, answerFile, answerPage, answerPicture } from './answers.ts';
import { type Build, cacheShell, deleteOtherShells, type WorkerEnv } from './caches.ts';
import { answerKindFor } from './rules.ts';

declare const self: ServiceWorkerGlobalScope;
/** Replaced by build/offline-worker.ts. */
declare const __BUILD__: Build;

const build = __BUILD__;
const env: WorkerEnv = { caches: self.caches, fetch: (...args) => self.fetch(...args) };

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell(env, build).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const activationWork = [
    deleteOtherShells(env, build),
    self.registration.navigationPreload?.enable(),
  ];
  event.waitUntil(Promise.all(activationWork).then(() => self.clients.claim()));
});

/** Answers any message of a page with the first script of this worker's build. */
self.addEventListener('message', (event) => event.ports[0]?.postMessage(build.entry));

async function fetchPage(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? self.fetch(event.request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode, headers } = request;
  const waitUntil = (work: Promise<unknown>) => event.waitUntil(work);
  const requestFacts = {
    method,
    mode,
    wantsRange: headers.has('Range'),
    url: new URL(request.url),
  };
  switch (answerKindFor(requestFacts, self.location.origin, build.shell)) {
    case 'page':
      return event.respondWith(answerPage(env, build, fetchPage(event)));
    case 'asset':
      return event.respondWith(answerAsset(env, request, waitUntil));
    case 'picture':
      return event.respondWith(answerPicture(env, request, waitUntil));
    case 'file':
      return event.respondWith(answerFile(env, request));
    case 'network':
      // Answers navigations with the preloaded response. Otherwise the browser would send the
      // request again, and the address of a sign-in with Google works only once
      // (rule accounts-google-state).
      if (mode === 'navigate' && method === 'GET') event.respondWith(fetchPage(event));
  }
});
