import { useEffect } from 'react';

/** Marks that turn the direction of what follows them. A tab has one line for all. */
const turns = /\p{Bidi_Control}/gu;

/** Title of the browser's tab; null is the product's name alone. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title.replace(turns, '')} | Colloquy` : 'Colloquy';
  }, [title]);
}
