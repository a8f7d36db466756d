/** True if the system asks for reduced motion. */
export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How a page may scroll by itself: the option of a call beats the style sheet, so each call asks. */
export function scrollManner(): ScrollBehavior {
  return prefersStill() ? 'instant' : 'smooth';
}
