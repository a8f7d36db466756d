import { clsx } from 'clsx';

const waveWidth = 760;
const middleY = 11;
const amplitude = 9;

/** SVG path of a flat line with a wave in its middle: a cosine under a bell curve. */
function wavePath(): string {
  const points: string[] = [];
  for (let x = 0; x <= waveWidth; x += 2) {
    const fromCentre = (x - waveWidth / 2) / 62;
    const y = middleY - amplitude * Math.exp(-fromCentre * fromCentre) * Math.cos(fromCentre * 11);
    points.push(`${x} ${y.toFixed(2)}`);
  }
  return `M${points.join('L')}`;
}

const wavePathData = wavePath();

/** The divider below the header. Its wave moves while a reply is generated. */
export function TalkWave({ talking }: { talking: boolean }) {
  return (
    <svg
      className={clsx('talk-wave', talking && 'talk-wave--on')}
      viewBox={`0 0 ${waveWidth} 22`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path d={wavePathData} />
    </svg>
  );
}
