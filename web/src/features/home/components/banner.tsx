import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { bannerFile, type Section } from '../model/section';

/** Below this width the upright sheet is drawn, with the heads below the words (home.css). */
const upright = '(max-width: 559px)';

/** The product's own banner, where the settings name none (spec 2 §2). */
const ownVideo = { desktop: '/portraits/hero', mobile: '/portraits/hero-m' };

const asks = (query: string) => window.matchMedia(query).matches;

/** Nobody who asked for stillness or for little data gets a video. */
function wantsMotion(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !asks('(prefers-reduced-motion: reduce)') && connection?.saveData !== true;
}

/** The poster is drawn first; the video is only fetched when the page has come to rest. */
function useRest(): boolean {
  const [rested, setRested] = useState(false);
  useEffect(() => {
    if (!wantsMotion()) return;
    const rest = () => setRested(true);
    if (document.readyState === 'complete') {
      const timer = setTimeout(rest, 300);
      return () => clearTimeout(timer);
    }
    window.addEventListener('load', rest, { once: true });
    return () => window.removeEventListener('load', rest);
  }, []);
  return rested;
}

function BannerVideo({ section }: { section: Section }) {
  const video = useRef<HTMLVideoElement>(null);
  const [paused, setPaused] = useState(false);
  const screen = asks(upright) ? 'mobile' : 'desktop';
  const named = bannerFile(section, screen, 'video_url') || section.videoUrl;
  const toggle = () => {
    // A browser that refuses to play leaves the poster and the button as they are.
    if (paused) video.current?.play().catch(() => undefined);
    else video.current?.pause();
  };
  return (
    <>
      <video
        ref={video}
        className="hero__video"
        autoPlay
        muted
        loop
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
      >
        {named ? (
          <source src={named} />
        ) : (
          <>
            <source src={`${ownVideo[screen]}.webm`} type="video/webm" />
            <source src={`${ownVideo[screen]}.mp4`} type="video/mp4" />
          </>
        )}
      </video>
      <IconButton
        className="hero__pause"
        label={paused ? 'Play the banner' : 'Pause the banner'}
        outlined
        onClick={toggle}
      >
        {paused ? <Play size={18} aria-hidden="true" /> : <Pause size={18} aria-hidden="true" />}
      </IconButton>
    </>
  );
}

/** The hero: words in a clearing of night between two heads (spec 2 §2, section 1). */
export function Banner({ section }: { section: Section }) {
  const rested = useRest();
  const wide = bannerFile(section, 'desktop', 'image_url') || section.imageUrl;
  const tall = bannerFile(section, 'mobile', 'image_url') || wide;
  return (
    <section className="hero">
      <picture className="hero__engraving">
        <source media={upright} srcSet={tall} width={390} height={750} />
        <img src={wide} width={1440} height={700} alt="" fetchPriority="high" decoding="async" />
      </picture>
      {rested && <BannerVideo section={section} />}
      <div className="hero__words">
        <h1 className="display">{section.title}</h1>
        <p>{section.subtitle}</p>
        {section.ctaText && (
          <Link
            className={buttonClass('talk', 'lg')}
            to={section.ctaLink || paths.characters.getHref()}
          >
            {section.ctaText}
          </Link>
        )}
      </div>
    </section>
  );
}
