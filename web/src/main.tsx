// Must be the first import: it declares the order of the CSS layers.
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { installChunkReload } from './app/chunk-reload';
import { watchMailLinks } from './app/mail-links';

installChunkReload();
// Must run before the router reads the address.
watchMailLinks();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// Starts the offline worker after the first screen has loaded.
if (import.meta.env.PROD) {
  window.addEventListener('load', () => {
    // The page works without the worker, and the next visit tries again.
    import('./pwa/register').then((pwa) => pwa.startOfflineWorker()).catch(() => undefined);
  });
}
