import { useScrollLock } from '#/shared/hooks/use-scroll-lock';
import { VisuallyHidden } from './visually-hidden';

const viewWidth = 320;
const lineSpacing = 14;
/** Height of the hump on each of the seven lines: highest in the middle. */
const humpHeights = [6, 13, 22, 28, 22, 13, 6];
const firstLineY = 36;

/**
 * SVG path of a line that is twice as wide as the view and has a hump in its middle. A shift by
 * half the line moves the hump across the view.
 */
function ruledLinePath(height: number, index: number): string {
  const y = firstLineY + index * lineSpacing;
  const topY = y - height;
  const humpCentreX = viewWidth;
  return (
    `M0 ${y}H${humpCentreX - 60}C${humpCentreX - 28} ${y} ${humpCentreX - 28} ${topY} ${humpCentreX} ${topY}` +
    `C${humpCentreX + 28} ${topY} ${humpCentreX + 28} ${y} ${humpCentreX + 60} ${y}H${viewWidth * 2}`
  );
}

const linesPath = humpHeights.map(ruledLinePath).join('');
const viewHeight = firstLineY + (humpHeights.length - 1) * lineSpacing + 8;

/** Values of `data-site`, which tell app/layout/styles/site.css which layout to reserve space for. */
const awaitedLayoutByScreen = { banner: 'banner-awaited', profile: 'bare-awaited' };

interface SpinnerProps {
  /** The screen that loads. The header takes its layout for that screen early, so that nothing shifts. */
  screen?: 'banner' | 'profile';
}

/** The animation: a hump that moves along seven lines. */
export function SpinnerLines() {
  return (
    <>
      <div className="spinner__lines">
        <svg
          viewBox={`0 0 ${viewWidth * 2} ${viewHeight}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          aria-hidden="true"
        >
          <path d={linesPath} />
        </svg>
      </div>
      <VisuallyHidden>Loading</VisuallyHidden>
    </>
  );
}

/** Covers the screen and locks the page's scroll (rule look-full-screen-wait). */
export function Spinner({ screen: awaits }: SpinnerProps) {
  useScrollLock();
  return (
    <div className="spinner" data-site={awaits && awaitedLayoutByScreen[awaits]} role="status">
      <SpinnerLines />
    </div>
  );
}
