import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useHasStoredScroll } from '#/shared/hooks/use-entry-state';
import { Spinner } from '#/shared/ui/spinner';
import { homeQuery } from '../api/content';
import { useGoOnTalkingState } from '../hooks/use-talks';
import { activeSection, type Section } from '../model/section';
import { Banner } from './banner';
import { ProfileCards } from './profile-cards';
import '../styles/home.css';

const LowerSections = lazy(() =>
  import('./lower-sections').then((m) => ({ default: m.LowerSections })),
);

// A separate chunk, which visitors do not fetch.
const GoOnTalking = lazy(() => import('./go-on-talking').then((m) => ({ default: m.GoOnTalking })));

/** The active sections in their order (rules home-sections, home-section-active). */
function Sections({ sections, isFirst: first }: { sections: Section[]; isFirst: boolean }) {
  const banner = activeSection(sections, 'home_banner');
  const cards = activeSection(sections, 'profile_cards');
  // The sections below the banner are drawn in a deferred render, which keeps the page responsive.
  // After Back they are drawn at once, because the stored scroll position may be among them.
  const showsLowerSections = useDeferredValue(true, useHasStoredScroll());
  return (
    <>
      {banner ? (
        <Banner section={banner} isFirst={first} />
      ) : (
        <h1 className="visually-hidden">Colloquy</h1>
      )}
      {showsLowerSections && (
        <>
          {cards && <ProfileCards section={cards} />}
          <Suspense fallback={<div className="home__lower" />}>
            <LowerSections sections={sections} />
          </Suspense>
        </>
      )}
    </>
  );
}

/**
 * The sections and, above them, the newest conversations of the user (rule home-go-on). The conversations would
 * push the sections down, so the sections wait for them. Meanwhile a spinner covers the page (rule
 * home-loading).
 */
export function HomeScreen() {
  const { data } = useQuery(homeQuery);
  const { mayBeSignedIn, state, setState } = useGoOnTalkingState();
  return (
    <>
      {mayBeSignedIn && state !== 'late' && (
        <Suspense fallback={null}>
          <GoOnTalking onFetched={setState} />
        </Suspense>
      )}
      {data && !(mayBeSignedIn && state === 'awaited') ? (
        <Sections sections={data} isFirst={!(mayBeSignedIn && state === 'shown')} />
      ) : (
        <Spinner screen="banner" />
      )}
    </>
  );
}
