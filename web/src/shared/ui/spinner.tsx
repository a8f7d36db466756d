import { useScrollLock } from '#/shared/hooks/use-scroll-lock';
import { VisuallyHidden } from './visually-hidden';

const width = 320;
const pitch = 14;
/** Heights of the hump on the seven lines: highest in the middle. */
const humps = [6, 13, 22, 28, 22, 13, 6];
const base = 36;

/** One line of twice the visible width with a hump in the middle, so a shift by half moves it across. */
function ruledLine(height: number, index: number): string {
  const y = base + index * pitch;
  const top = y - height;
  const middle = width;
  return (
    `M0 ${y}H${middle - 60}C${middle - 28} ${y} ${middle - 28} ${top} ${middle} ${top}` +
    `C${middle + 28} ${top} ${middle + 28} ${y} ${middle + 60} ${y}H${width * 2}`
  );
}

const path = humps.map(ruledLine).join('');
const height = base + (humps.length - 1) * pitch + 8;

/** What the layout of the site prepares for (app/layout/styles/site.css). */
const awaited = { banner: 'banner-awaited', profile: 'bare-awaited' };

interface SpinnerProps {
  /** Which view is loading. Lets the header take that view's layout early, so nothing shifts. */
  awaits?: 'banner' | 'profile';
}

/** Seven ruled lines, a hump travels along. */
export function SpinnerLines() {
  return (
    <>
      <div className="spinner__lines">
        <svg
          viewBox={`0 0 ${width * 2} ${height}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          aria-hidden="true"
        >
          <path d={path} />
        </svg>
      </div>
      <VisuallyHidden>Loading</VisuallyHidden>
    </>
  );
}

/** Covers the screen and locks the page's scroll (rule look-full-screen-wait). */
export function Spinner({ awaits }: SpinnerProps) {
  useScrollLock();
  return (
    <div className="spinner" data-site={awaits && awaited[awaits]} role="status">
      <SpinnerLines />
    </div>
  );
}
