import { clsx } from 'clsx';

const width = 760;
const middle = 11;
const height = 9;

/** SVG path of a flat line with a wave in its middle: a cosine under a bell curve. */
function wavePath(): string {
  const points: string[] = [];
  for (let x = 0; x <= width; x += 2) {
    const fromCentre = (x - width / 2) / 62;
    const y = middle - height * Math.exp(-fromCentre * fromCentre) * Math.cos(fromCentre * 11);
    points.push(`${x} ${y.toFixed(2)}`);
  }
  return `M${points.join('L')}`;
}

const path = wavePath();

/** The divider under the header; its wave moves while a reply is generated. */
export function TalkWave({ talking }: { talking: boolean }) {
  return (
    <svg
      className={clsx('talk-wave', talking && 'talk-wave--on')}
      viewBox={`0 0 ${width} 22`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
