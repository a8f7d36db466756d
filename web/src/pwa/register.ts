import { keepLoadedCode } from '#/shared/api/keep-loaded-code';
import { whenPageFree } from '#/shared/browser/page-hold';
import { reportError } from '#/shared/lib/report-error';

/** In ms. */
const hourMs = 60 * 60 * 1000;

/** The part of a service worker that is used. */
interface ControllingWorker {
  postMessage(message: string, ports: MessagePort[]): void;
}

/** The part of a service worker's registration that is used. */
interface WorkerRegistration {
  update(): Promise<unknown>;
}

/** The part of the browser's service worker container that is used. */
interface WorkerContainer {
  readonly controller: ControllingWorker | null;
  addEventListener(
    type: 'controllerchange',
    listener: () => void,
    options?: AddEventListenerOptions,
  ): void;
  register(path: string, options: RegistrationOptions): Promise<WorkerRegistration>;
}

interface UpdateOptions {
  container: WorkerContainer;
  /** Path of the script that this page started with. */
  entryPath: string | null;
  reload: () => void;
  /** Called when the first worker of this browser takes over. */
  onFirstWorker: () => void;
}

/** Asks a worker for the path of the first script of its build. */
function requestEntryPath(worker: ControllingWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('entry', [port2]);
  });
}

/** Checks for a new version when a tab is shown again, at most once an hour. */
function checkForUpdatesOnReturn(registration: WorkerRegistration): void {
  let checkedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - checkedAt < hourMs) return;
    checkedAt = Date.now();
    // The check fails without a network. The next check is an hour later at the earliest.
    registration.update().catch(() => undefined);
  });
}

/**
 * Registers the offline worker. After a worker of another build has taken over, the page reloads as soon as
 * nothing holds it. A running reply, unsent text or an open dialog holds the page (rule look-update-waits).
 */
export async function registerWorker(options: UpdateOptions): Promise<void> {
  const { container, entryPath: entry, reload, onFirstWorker } = options;
  let isReloadPending = false;
  if (!container.controller)
    container.addEventListener('controllerchange', onFirstWorker, { once: true });
  container.addEventListener('controllerchange', async () => {
    const worker = container.controller;
    // No reload if the worker has the build of this page, as the first worker of a browser usually
    // does.
    if (!worker || isReloadPending || (await requestEntryPath(worker)) === entry) return;
    isReloadPending = true;
    whenPageFree(reload);
  });
  const registration = await container.register('/sw.js', { updateViaCache: 'none' });
  checkForUpdatesOnReturn(registration);
}

/** Registers the worker of this page. The app also works without a worker. */
export async function startOfflineWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const entry = document.querySelector('script[type=module]')?.getAttribute('src') ?? null;
  try {
    if (!container) return;
    const reload = () => location.reload();
    await registerWorker({ container, entryPath: entry, reload, onFirstWorker: keepLoadedCode });
  } catch (error) {
    reportError('The offline worker could not be registered', error);
  }
}
