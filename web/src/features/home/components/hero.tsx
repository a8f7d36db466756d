import { buttonClass } from '#/shared/ui/button';

/** Below this width the upright sheet is drawn, with the heads below the words (home.css). */
const upright = '(max-width: 559px)';

/** Two who face each other. Decorative: the words beside them name both. */
function Engraving() {
  return (
    <picture className="hero__engraving">
      <source media={upright} srcSet="/portraits/hero-m.webp" width={390} height={750} />
      <img
        src="/portraits/hero.webp"
        width={1440}
        height={700}
        alt=""
        fetchPriority="high"
        decoding="async"
      />
    </picture>
  );
}

/** The banner: words in a clearing of night between two heads. The button leads to the stamps. */
export function Hero() {
  return (
    <section className="hero">
      <Engraving />
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
