export { LazyMemoryPanel } from './components/lazy-memory-panel';
export { LazyPreviously } from './components/lazy-previously';
