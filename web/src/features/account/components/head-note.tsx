import { createContext, type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';

/** The element beside the title of the panel; null until it is mounted. */
export const HeadNoteElementContext = createContext<HTMLElement | null>(null);

/** Draws a note, such as a count, beside the title of the panel. Screen readers announce changes. */
export function HeadNote({ children }: { children: ReactNode }) {
  const noteElement = useContext(HeadNoteElementContext);
  return noteElement && createPortal(children, noteElement);
}
