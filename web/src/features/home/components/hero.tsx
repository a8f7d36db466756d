import { buttonClass } from '#/shared/ui/button';

/** The banner: words on night paper. The button leads to the stamps below. */
export function Hero() {
  return (
    <section className="hero">
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
