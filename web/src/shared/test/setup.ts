import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { dropCredentials } from '#/shared/browser/credentials';
import { toast } from '#/shared/ui/toast';
import { installBrowserGaps } from './browser-gaps';
import { server } from './server';

installBrowserGaps();
// What a screen test waits for comes at once on an idle machine, not on a busy one.
configure({ asyncUtilTimeout: 4000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  toast.removeAll();
  server.resetHandlers();
  localStorage.clear();
  sessionStorage.clear();
  dropCredentials();
  delete document.documentElement.dataset['theme'];
  vi.useRealTimers();
});
afterAll(() => server.close());
