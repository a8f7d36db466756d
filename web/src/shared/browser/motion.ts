/** True if the system asks for reduced motion (rule look-reduced-motion). */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The `behavior` for scrolls by script, which overrides the style sheet: instant with reduced motion. */
export function scrollBehavior(): ScrollBehavior {
  return prefersReducedMotion() ? 'instant' : 'smooth';
}
