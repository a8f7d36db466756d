/** Waves of 16 pixels each; one more than is seen, so that they can run. */
const waves = `M-16 8${'c3-7 5-7 8 0s5 7 8 0'.repeat(4)}`;

/** A small red wave where the next word will come. */
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
      <path d={waves} />
    </svg>
  );
}
