/** Runs a function before the next frame is drawn. Call the result to cancel it. */
export type Schedule = (run: () => void) => () => void;

/**
 * Collects pieces of text and emits them once a frame, so that a fast model costs one render a
 * frame.
 */
export interface PieceBuffer {
  add: (text: string) => void;
  /** Emits the collected text at once. */
  flush: () => void;
}

export function createPieceBuffer(emit: (text: string) => void, schedule: Schedule): PieceBuffer {
  let text = '';
  let cancel: (() => void) | null = null;
  const flush = () => {
    cancel?.();
    cancel = null;
    const collectedText = text;
    text = '';
    if (collectedText !== '') emit(collectedText);
  };
  return {
    add: (piece) => {
      text += piece;
      cancel ??= schedule(flush);
    },
    flush,
  };
}
