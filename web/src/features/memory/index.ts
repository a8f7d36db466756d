export { LazyMemoryPanel } from './components/lazy-memory-panel';
export { LazyTalkRecap as LazyPreviously } from './components/lazy-previously';
