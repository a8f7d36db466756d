import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** On every change of route the page starts at its top and focus moves to it (spec 2 §2). */
export function ScrollToTop(): null {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
