import { useEffect } from 'react';

/**
 * Makes the browser ask before it reloads or closes the page, while the component is mounted (rule
 * account-recovery-codes).
 */
export function useUnloadWarning(): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);
}
