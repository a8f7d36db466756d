import { expect, it, vi } from 'vitest';
import { nextFrame } from './next-frame';

it('runs before the next frame unless it is cancelled', async () => {
  const run = vi.fn();
  nextFrame(vi.fn(() => expect.unreachable()))();
  nextFrame(run);
  await expect.poll(() => run.mock.calls.length).toBe(1);
});
