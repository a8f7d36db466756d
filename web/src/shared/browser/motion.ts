/** True if the system asks for reduced motion (rule look-reduced-motion). */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * The `behavior` for a call that scrolls: instant with reduced motion. It overrides the style
 * sheet.
 */
export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth';
}
