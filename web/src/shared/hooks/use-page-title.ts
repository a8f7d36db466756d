import { useEffect } from 'react';

/** Title of the browser's tab; null is the product's name alone. */
export function usePageTitle(title: string | null): void {
  useEffect(() => {
    document.title = title ? `${title} | Colloquy` : 'Colloquy';
  }, [title]);
}
