/** Runs a function before the next frame is drawn; the result cancels it. */
export type Schedule = (run: () => void) => () => void;

/** Gathers pieces and hands them over once per frame, so that a fast model costs one render per frame. */
export interface PieceBuffer {
  add: (text: string) => void;
  /** Hands over at once what was gathered. */
  flush: () => void;
}

export function createPieceBuffer(emit: (text: string) => void, schedule: Schedule): PieceBuffer {
  let text = '';
  let cancel: (() => void) | null = null;
  const flush = () => {
    cancel?.();
    cancel = null;
    const gathered = text;
    text = '';
    if (gathered !== '') emit(gathered);
  };
  return {
    add: (piece) => {
      text += piece;
      cancel ??= schedule(flush);
    },
    flush,
  };
}
