import type { Schedule } from '../stream/piece-buffer';

export const nextFrame: Schedule = (run) => {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
};
