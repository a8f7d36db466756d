import { ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { scrollBehavior } from '#/shared/browser/motion';
import { IconButton } from '#/shared/ui/icon-button';

/** Scroll offset (px) above which the button is shown (rule look-back-to-top). */
const minScrollPx = 300;

/** The button that scrolls a long page to its top. */
export function BackToTop() {
  const [isFarDown, setFarDown] = useState(false);
  useEffect(() => {
    const updateIsFarDown = () => setFarDown(window.scrollY > minScrollPx);
    updateIsFarDown();
    window.addEventListener('scroll', updateIsFarDown, { passive: true });
    return () => window.removeEventListener('scroll', updateIsFarDown);
  }, []);
  if (!isFarDown) return null;
  const goUp = () => {
    window.scrollTo({ top: 0, behavior: scrollBehavior() });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <IconButton className="back-to-top" label="Back to top" outlined onClick={goUp}>
      <ArrowUp size={18} aria-hidden="true" />
    </IconButton>
  );
}
