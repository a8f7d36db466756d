import { buttonClass } from '#/shared/ui/button';
import { groundHeight, groundWidth, ruledHills } from '../ruled-hills';

const lines = ruledHills();

function Ground() {
  return (
    <svg
      className="hero__ground"
      viewBox={`0 0 ${groundWidth} ${groundHeight}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {lines.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

/** The banner: words on night paper between two risen hills. The button leads to the stamps below. */
export function Hero() {
  return (
    <section className="hero">
      <Ground />
      <div className="hero__words">
        <h1 className="display">Two thousand years of good conversation</h1>
        <p>Ada Lovelace is explaining engines. Marcus Aurelius cannot sleep. Ask them something.</p>
        <a className={buttonClass('talk', 'lg')} href="#characters">
          Meet the Characters
        </a>
      </div>
    </section>
  );
}
