import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { dropCredentials } from '#/shared/browser/credentials';
import { toast } from '#/shared/ui/toast';
import { fillBrowserGaps } from './browser-gaps';
import { server } from './server';

fillBrowserGaps();
// Screen tests need more than the default second on a busy machine.
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
