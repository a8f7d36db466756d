import { describe, expect, it, vi } from 'vitest';
import { createPieceBuffer } from './piece-buffer';

function setUpBuffer() {
  const emit = vi.fn();
  let frame: (() => void) | null = null;
  const schedule = vi.fn((run: () => void) => {
    frame = run;
    return () => {
      frame = null;
    };
  });
  const buffer = createPieceBuffer(emit, schedule);
  return { buffer, emit, schedule, drawFrame: () => frame?.() };
}

describe('piece buffer', () => {
  it('emits once a frame', () => {
    const { buffer, emit, schedule, drawFrame } = setUpBuffer();
    buffer.add('a');
    buffer.add('b');
    expect(emit).not.toHaveBeenCalled();
    expect(schedule).toHaveBeenCalledOnce();
    drawFrame();
    expect(emit).toHaveBeenCalledExactlyOnceWith('ab');
    buffer.add('c');
    drawFrame();
    expect(emit).toHaveBeenLastCalledWith('c');
  });

  it('emits at once on flush, and nothing twice', () => {
    const { buffer, emit, drawFrame } = setUpBuffer();
    buffer.add('a');
    buffer.flush();
    buffer.flush();
    drawFrame();
    expect(emit).toHaveBeenCalledExactlyOnceWith('a');
  });
});
