export { LazyMemoryPanel } from './components/lazy-memory-panel';
