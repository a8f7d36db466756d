import { beforeEach, expect, it, vi } from 'vitest';
import { holdPage } from '#/shared/browser/page-hold';
import { registerWorker } from './register';

const reload = vi.fn();
const onFirstWorker = vi.fn();
// A new mock for each test: listeners of former tests stay registered.
let update = vi.fn(async () => undefined);
const register = vi.fn(async () => ({ update }));

class FakeContainer extends EventTarget {
  controller: { postMessage: (message: string, ports: MessagePort[]) => void } | null = null;
  register = register;

  /** Simulates that a worker takes control of the page. `entry` is the first script of its build. */
  async takeOver(entry: string): Promise<void> {
    this.controller = { postMessage: (_, [port]) => port?.postMessage(entry) };
    this.dispatchEvent(new Event('controllerchange'));
    // The answer comes through a real MessageChannel, which the fake clock does not drive.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  }
}

let container: FakeContainer;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.clearAllMocks();
  update = vi.fn(async () => undefined);
  container = new FakeContainer();
  await registerWorker({
    container,
    entryPath: '/assets/index-1.js',
    reload,
    onFirstWorker,
  });
});

it('registers the worker without the HTTP cache', () => {
  expect(register).toHaveBeenCalledExactlyOnceWith('/sw.js', { updateViaCache: 'none' });
});

it('stays when a worker of its own build takes over', async () => {
  await container.takeOver('/assets/index-1.js');
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
});

it('calls onFirst when the first worker of the browser takes over, and only then', async () => {
  expect(onFirstWorker).not.toHaveBeenCalled();
  await container.takeOver('/assets/index-1.js');
  await container.takeOver('/assets/index-1.js');
  expect(onFirstWorker).toHaveBeenCalledOnce();
  const laterContainer = new FakeContainer();
  laterContainer.controller = container.controller;
  await registerWorker({
    container: laterContainer,
    entryPath: '/assets/index-1.js',
    reload,
    onFirstWorker,
  });
  await laterContainer.takeOver('/assets/index-1.js');
  expect(onFirstWorker).toHaveBeenCalledOnce();
});

it('reloads for a worker of another build', async () => {
  await container.takeOver('/assets/index-2.js');
  vi.advanceTimersByTime(1000);
  expect(reload).toHaveBeenCalledOnce();
});

// rule look-update-waits
it('waits while the page is held, and reloads once for two builds', async () => {
  const releasePage = holdPage();
  await container.takeOver('/assets/index-2.js');
  await container.takeOver('/assets/index-3.js');
  vi.advanceTimersByTime(60_000);
  expect(reload).not.toHaveBeenCalled();
  releasePage();
  vi.advanceTimersByTime(60_000);
  expect(reload).toHaveBeenCalledOnce();
});

it('checks for a new version when the tab is shown again after an hour', () => {
  const showTab = () => document.dispatchEvent(new Event('visibilitychange'));
  vi.advanceTimersByTime(59 * 60_000);
  showTab();
  expect(update).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  showTab();
  showTab();
  expect(update).toHaveBeenCalledOnce();
});
