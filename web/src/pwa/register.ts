import { whenFree } from '#/shared/browser/busy';
import { reportError } from '#/shared/lib/report-error';

const hour = 60 * 60 * 1000;

interface Worker {
  postMessage(message: string, ports: MessagePort[]): void;
}

interface Registration {
  update(): Promise<unknown>;
}

/** What of the browser's service worker container is used. */
interface Container {
  readonly controller: Worker | null;
  addEventListener(type: 'controllerchange', listener: () => void): void;
  register(path: string, options: RegistrationOptions): Promise<Registration>;
}

interface Means {
  container: Container;
  /** Path of the script that this page started with. */
  entry: string | null;
  reload: () => void;
}

/** The script of the build that a worker belongs to. */
function entryOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage('entry', [port2]);
  });
}

/** A tab may stay open for days: it asks for a new version when its reader comes back. */
function askNowAndThen(registration: Registration): void {
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - asked < hour) return;
    asked = Date.now();
    // Without a network there is nothing new.
    registration.update().catch(() => undefined);
  });
}

/**
 * Registers the offline worker. When a worker of another build takes over, the page loads anew, but
 * never during a reply, over an unsent text or under an open dialog (spec 2 §2).
 */
export async function keepFresh({ container, entry, reload }: Means): Promise<void> {
  let waits = false;
  container.addEventListener('controllerchange', async () => {
    const worker = container.controller;
    // The first worker of all belongs to this build, as does one that came after the page.
    if (!worker || waits || (await entryOf(worker)) === entry) return;
    waits = true;
    whenFree(reload);
  });
  const registration = await container.register('/sw.js', { updateViaCache: 'none' });
  askNowAndThen(registration);
}

/** Registers the worker of this page; a browser that refuses has the application without it. */
export async function startOfflineWorker(): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const entry = document.querySelector('script[type=module]')?.getAttribute('src') ?? null;
  try {
    if (container) await keepFresh({ container, entry, reload: () => location.reload() });
  } catch (error) {
    reportError('The offline worker could not be registered', error);
  }
}
