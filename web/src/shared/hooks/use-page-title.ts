import { useEffect } from 'react';

/** Bidi control characters: they would change the direction of the whole tab title. */
const bidiControls = /\p{Bidi_Control}/gu;

/** Title of the browser's tab; null is the product's name alone. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title.replace(bidiControls, '')} | Colloquy` : 'Colloquy';
  }, [title]);
}
