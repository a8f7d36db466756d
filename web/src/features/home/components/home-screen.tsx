import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { useReturning } from '#/shared/hooks/use-entry-state';
import { Spinner } from '#/shared/ui/spinner';
import { homeQuery } from '../api/content';
import { charactersOf, limitOf, type Section } from '../model/section';
import { Accordions } from './accordions';
import { ActionFigures } from './action-figures';
import { Banner } from './banner';
import { CallToAction } from './call-to-action';
import { Explore } from './explore';
import { FeedRow } from './feed-row';
import { ProfileCards } from './profile-cards';
import '../styles/home.css';
import '../styles/home-sections.css';

/** The active sections in their order (rules home-sections, home-section-active). */
function Sections({ sections }: { sections: Section[] }) {
  const active = (key: string) => sections.find((one) => one.key === key && one.active);
  const banner = active('home_banner');
  const cards = active('profile_cards');
  const figures = active('action_figures');
  const feeds = active('feeds');
  const accordions = active('accordions');
  const footerCharacters = active('footer_characters');
  // The sections below the banner are rendered deferred, which keeps the page responsive. After Back
  // they are rendered at once, because the scroll position may be among them.
  const whole = useDeferredValue(true, useReturning());
  return (
    <>
      {banner ? <Banner section={banner} /> : <h1 className="visually-hidden">Colloquy</h1>}
      {whole && (
        <>
          {cards && <ProfileCards section={cards} />}
          {figures && <ActionFigures section={figures} />}
          <CallToAction
            characters={
              footerCharacters
                ? charactersOf(footerCharacters).slice(0, limitOf(footerCharacters, 'max', 18))
                : []
            }
          />
          <Explore
            characters={active('explore_characters')}
            categories={active('explore_categories')}
          />
          {feeds && <FeedRow section={feeds} />}
          {accordions && <Accordions section={accordions} />}
        </>
      )}
    </>
  );
}

export function HomeScreen() {
  const { data } = useQuery(homeQuery);
  return data ? <Sections sections={data} /> : <Spinner awaits="banner" />;
}
