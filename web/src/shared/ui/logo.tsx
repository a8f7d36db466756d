/** SVG path of the logo's symbol: four lines, the inner two with a hump. */
const symbolPath =
  'M2 7H7C11 7 11 4.84 14 4.84C17 4.84 17 7 21 7H26M2 12H7C11 12 11 6.24 14 6.24C17 6.24 17 12 21 12H26' +
  'M2 17H7C11 17 11 11.24 14 11.24C17 11.24 17 17 21 17H26M2 22H7C11 22 11 19.84 14 19.84C17 19.84 17 22 21 22H26';

/** The logo: symbol and product name. */
export function Logo() {
  return (
    <span className="logo">
      <svg
        width="28"
        height="28"
        viewBox="0 0 28 28"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d={symbolPath} />
      </svg>
      Colloquy
    </span>
  );
}
