import type { WorkerEnv } from './caches.ts';

const pathOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, 'https://colloquy.test').pathname;

/** A cache in memory, in order of insertion. */
class FakeCache implements Pick<Cache, 'match' | 'put' | 'keys' | 'delete'> {
  readonly responses = new Map<string, Response>();

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    return this.responses.get(pathOf(request))?.clone();
  }

  async put(request: RequestInfo | URL, response: Response): Promise<void> {
    this.responses.delete(pathOf(request));
    this.responses.set(pathOf(request), response);
  }

  async keys(): Promise<Request[]> {
    return [...this.responses.keys()].map((path) => requestFor(path));
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    return this.responses.delete(pathOf(request));
  }
}

export function requestFor(path: string): Request {
  return new Request(new URL(path, 'https://colloquy.test'));
}

/** Caches in memory, and a network that answers from a table; other requests fail. */
export function fakeEnv(network: Record<string, () => Response> = {}) {
  const cacheByName = new Map<string, FakeCache>();
  const requestedPaths: string[] = [];
  const open = async (name: string) => {
    const cache = cacheByName.get(name) ?? new FakeCache();
    cacheByName.set(name, cache);
    return cache;
  };
  const caches = {
    open,
    keys: async () => [...cacheByName.keys()],
    delete: async (name: string) => cacheByName.delete(name),
    match: async (request: RequestInfo | URL) => {
      for (const cache of cacheByName.values()) {
        const foundResponse = await cache.match(request);
        if (foundResponse) return foundResponse;
      }
      return undefined;
    },
  };
  const fetch: WorkerEnv['fetch'] = async (request) => {
    const path = pathOf(request);
    requestedPaths.push(path);
    const answer = network[path];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  };
  const env: WorkerEnv = { caches, fetch };
  return { env, asked: requestedPaths, network, open, names: caches.keys };
}
