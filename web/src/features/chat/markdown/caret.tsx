/**
 * SVG path of waves, each 16 px wide. There is one wave more than is visible, so that the animation can shift
 * them.
 */
const wavesPath = `M-16 8${'c3-7 5-7 8 0s5 7 8 0'.repeat(4)}`;

/** The animated caret at the end of a running reply. */
export function Caret() {
  return (
    <svg
      className="caret"
      width="40"
      height="16"
      viewBox="0 0 40 16"
      fill="none"
      aria-hidden="true"
    >
      <path d={wavesPath} />
    </svg>
  );
}
