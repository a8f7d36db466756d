// The offline worker: keeps the shell of the application, and the pictures and pieces of it that
// were visited. It takes over as soon as it is there; when the page reloads is the page's business
// (src/pwa/register.ts).
import { answerAsset, answerFile, answerPage, answerPicture } from './answers.ts';
import { type Build, dropOthers, keepShell, type Means } from './caches.ts';
import { answerFor } from './rules.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written in by build/worker.ts. */
declare const __BUILD__: Build;

const build = __BUILD__;
const means: Means = { caches: self.caches, fetch: (...asked) => self.fetch(...asked) };

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell(means, build).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const work = [dropOthers(means, build), self.registration.navigationPreload?.enable()];
  event.waitUntil(Promise.all(work).then(() => self.clients.claim()));
});

/** A page asks to which build this worker belongs. */
self.addEventListener('message', (event) => event.ports[0]?.postMessage(build.entry));

async function arriving(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? self.fetch(event.request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { method, mode, headers } = request;
  const meanwhile = (work: Promise<unknown>) => event.waitUntil(work);
  const asked = { method, mode, part: headers.has('Range'), url: new URL(request.url) };
  switch (answerFor(asked, self.location.origin, build.shell)) {
    case 'page':
      return event.respondWith(answerPage(means, build, arriving(event)));
    case 'asset':
      return event.respondWith(answerAsset(means, request, meanwhile));
    case 'picture':
      return event.respondWith(answerPicture(means, request, meanwhile));
    case 'file':
      return event.respondWith(answerFile(means, request));
    case 'network':
  }
});
