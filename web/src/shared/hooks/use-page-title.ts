import { useEffect } from 'react';

/** Bidi control characters: they would change the direction of the whole tab title. */
const bidiControls = /\p{Bidi_Control}/gu;

/** Sets the title of the browser's tab. Null sets the product's name alone. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title.replace(bidiControls, '')} | Colloquy` : 'Colloquy';
  }, [title]);
}
