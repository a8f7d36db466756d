/** Runs a function before the next frame is drawn; the result cancels it. */
export type Schedule = (run: () => void) => () => void;

export const nextFrame: Schedule = (run) => {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
};

/** Gathers pieces and hands them over once per frame, so that a fast model costs one render per frame. */
export interface PieceBuffer {
  add: (text: string) => void;
  /** Hands over at once what was gathered. */
  flush: () => void;
  /** Forgets what was gathered. */
  clear: () => void;
}

export function createPieceBuffer(
  emit: (text: string) => void,
  schedule: Schedule = nextFrame,
): PieceBuffer {
  let text = '';
  let cancel: (() => void) | null = null;
  const clear = () => {
    cancel?.();
    cancel = null;
    text = '';
  };
  const flush = () => {
    const gathered = text;
    clear();
    if (gathered !== '') emit(gathered);
  };
  return {
    add: (piece) => {
      text += piece;
      cancel ??= schedule(flush);
    },
    flush,
    clear,
  };
}
