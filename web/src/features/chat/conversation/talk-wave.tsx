import { clsx } from 'clsx';

const width = 760;
const middle = 11;
const height = 9;

/** A flat line whose middle swells: a wave under a bell curve. */
function swell(): string {
  const points: string[] = [];
  for (let x = 0; x <= width; x += 2) {
    const fromCentre = (x - width / 2) / 62;
    const y = middle - height * Math.exp(-fromCentre * fromCentre) * Math.cos(fromCentre * 11);
    points.push(`${x} ${y.toFixed(2)}`);
  }
  return `M${points.join('L')}`;
}

const path = swell();

/** The rule under the header: it rises while somebody talks. */
export function TalkLine({ talking }: { talking: boolean }) {
  return (
    <svg
      className={clsx('talk-line', talking && 'talk-line--on')}
      viewBox={`0 0 ${width} 22`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
