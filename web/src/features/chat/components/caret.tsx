/** A small red wave where the next word will come. */
export function Caret() {
  return (
    <svg
      className="caret"
      width="46"
      height="16"
      viewBox="0 0 46 16"
      fill="none"
      aria-hidden="true"
    >
      <path d="M2 8c3-7 5-7 8 0s5 7 8 0 5-5 8 0 5 4 8 0h10" />
    </svg>
  );
}
