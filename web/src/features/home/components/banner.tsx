import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from '#/shared/browser/motion';
import { useMediaQuery } from '#/shared/hooks/use-media';
import { paths } from '#/shared/lib/paths';
import { buttonClass } from '#/shared/ui/button';
import { IconButton } from '#/shared/ui/icon-button';
import { Link } from '#/shared/ui/link';
import { bannerFile, type Section } from '../model/section';

/** Media query of the layout for narrow screens, in which the picture is below the text (home.css). */
const uprightQuery = '(max-width: 559px)';

/**
 * Addresses, without extension, of the pictures and videos of the built-in banner. They are used if the
 * settings name none (rule home-banner).
 */
const builtInFiles = { desktop: '/portraits/hero', mobile: '/portraits/hero-m' };

type DesktopOrMobile = keyof typeof builtInFiles;

/** False with reduced motion or data saving (rule look-reduced-motion). Then no video is fetched. */
function wantsMotion(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return !prefersReducedMotion() && connection?.saveData !== true;
}

/** True when the page has loaded and a video is wanted: the video is fetched after everything else. */
function useVideoAllowed(): boolean {
  const [isPageLoaded, setPageLoaded] = useState(false);
  useEffect(() => {
    if (!wantsMotion()) return;
    const markLoaded = () => setPageLoaded(true);
    if (document.readyState === 'complete') {
      const timer = setTimeout(markLoaded, 300);
      return () => clearTimeout(timer);
    }
    window.addEventListener('load', markLoaded, { once: true });
    return () => window.removeEventListener('load', markLoaded);
  }, []);
  return isPageLoaded;
}

/** Videos in the order in which they are tried: those of the settings, then the built-in ones. */
function videosOf(section: Section, screen: DesktopOrMobile): string[] {
  const settingsVideoAddress =
    bannerFile(section, screen, 'video_url') ||
    section.videoUrl ||
    bannerFile(section, 'desktop', 'video_url');
  const builtInVideoAddresses = [`${builtInFiles[screen]}.webm`, `${builtInFiles[screen]}.mp4`];
  return settingsVideoAddress
    ? [settingsVideoAddress, ...builtInVideoAddresses]
    : builtInVideoAddresses;
}

interface BannerVideoProps {
  videos: string[];
  /** Called if no video can be played. */
  onError: () => void;
}

function BannerVideo({ videos, onError }: BannerVideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(true);
  // True after a press of Pause. The video then has no autoPlay. With autoPlay, browsers resume a
  // paused video when it comes into the viewport again.
  const [isPausedByUser, setPausedByUser] = useState(false);
  const toggle = () => {
    setPausedByUser(playing);
    // If the browser refuses to play, the poster and the button stay as they are.
    if (playing) video.current?.pause();
    else video.current?.play().catch(() => undefined);
  };
  return (
    <>
      <video
        key={videos[0]}
        ref={video}
        className="hero__video"
        autoPlay={!isPausedByUser}
        muted
        loop
        playsInline
        tabIndex={-1}
        aria-hidden="true"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
      >
        {videos.map((film, at) => (
          // The browser tries the sources in order and fires an error at each that fails.
          <source key={film} src={film} onError={at === videos.length - 1 ? onError : undefined} />
        ))}
      </video>
      <IconButton
        className="hero__pause"
        label={playing ? 'Pause the banner' : 'Play the banner'}
        outlined
        onClick={toggle}
      >
        {playing ? <Pause size={18} aria-hidden="true" /> : <Play size={18} aria-hidden="true" />}
      </IconButton>
    </>
  );
}

interface BannerProps {
  section: Section;
  /** True if the banner is at the top of the page, under the header. */
  isFirst: boolean;
}

/** The hero section (rule home-banner). */
export function Banner({ section, isFirst }: BannerProps) {
  const isVideoAllowed = useVideoAllowed();
  const screen = useMediaQuery(uprightQuery) ? 'mobile' : 'desktop';
  const [screenWithoutVideo, setScreenWithoutVideo] = useState<DesktopOrMobile | null>(null);
  const pictureAddress = bannerFile(section, 'desktop', 'image_url') || section.imageUrl;
  const tallPicture =
    bannerFile(section, 'mobile', 'image_url') || pictureAddress || `${builtInFiles.mobile}.webp`;
  return (
    <section className="hero" data-site={isFirst ? 'banner' : undefined}>
      <picture className="hero__engraving">
        <source media={uprightQuery} srcSet={tallPicture} width={390} height={750} />
        <img
          src={pictureAddress || `${builtInFiles.desktop}.webp`}
          width={1440}
          height={700}
          alt={section.imageAlt}
          fetchPriority="high"
          decoding="async"
        />
      </picture>
      {isVideoAllowed && screenWithoutVideo !== screen && (
        <BannerVideo
          videos={videosOf(section, screen)}
          onError={() => setScreenWithoutVideo(screen)}
        />
      )}
      <div className="hero__words">
        <h1 className="display">{section.title}</h1>
        <p>{section.subtitle}</p>
        {section.description && <p>{section.description}</p>}
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
