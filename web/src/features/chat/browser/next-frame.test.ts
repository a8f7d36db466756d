import { expect, it, vi } from 'vitest';
import { nextFrame } from './next-frame';

it('runs before the next frame unless it is cancelled', async () => {
  const onFrame = vi.fn();
  nextFrame(vi.fn(() => expect.unreachable()))();
  nextFrame(onFrame);
  await expect.poll(() => onFrame.mock.calls.length).toBe(1);
});
