/** True if the system asks for reduced motion. */
export function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The `behavior` for scrolls by script, which overrides the style sheet: instant with reduced motion. */
export function scrollManner(): ScrollBehavior {
  return prefersStill() ? 'instant' : 'smooth';
}
