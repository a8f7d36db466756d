import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useDeferredValue } from 'react';
import { useReturning } from '#/shared/hooks/use-entry-state';
import { Spinner } from '#/shared/ui/spinner';
import { homeQuery } from '../api/content';
import { activeSection, type Section } from '../model/section';
import { Banner } from './banner';
import { ProfileCards } from './profile-cards';
import '../styles/home.css';

const LowerSections = lazy(() =>
  import('./lower-sections').then((m) => ({ default: m.LowerSections })),
);

/** The active sections in their order (rules home-sections, home-section-active). */
function Sections({ sections }: { sections: Section[] }) {
  const banner = activeSection(sections, 'home_banner');
  const cards = activeSection(sections, 'profile_cards');
  // The sections below the banner are rendered deferred, which keeps the page responsive. After Back
  // they are rendered at once, because the scroll position may be among them.
  const whole = useDeferredValue(true, useReturning());
  return (
    <>
      {banner ? <Banner section={banner} /> : <h1 className="visually-hidden">Colloquy</h1>}
      {whole && (
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

export function HomeScreen() {
  const { data } = useQuery(homeQuery);
  return data ? <Sections sections={data} /> : <Spinner awaits="banner" />;
}
