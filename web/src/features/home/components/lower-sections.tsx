import { activeSection, charactersOf, limitOf, type Section } from '../model/section';
import { Accordions } from './accordions';
import { Explore } from './explore';
import { FeedRow } from './feed-row';
import { FirstTalkQuestion } from './first-talk-question';
import { Tiles } from './tiles';
import '../styles/lower-sections.css';

/**
 * The active sections below the first view. Add a new section of the page here. These sections are a separate
 * chunk, so that the first view does not wait for their code. The order and the 18 faces: rules home-sections,
 * home-limits.
 */
export function LowerSections({ sections }: { sections: Section[] }) {
  const tilesSection = activeSection(sections, 'action_figures');
  const feedsSection = activeSection(sections, 'feeds');
  const accordionsSection = activeSection(sections, 'accordions');
  const footerSection = activeSection(sections, 'footer_characters');
  return (
    <>
      {tilesSection && <Tiles section={tilesSection} />}
      <FirstTalkQuestion
        characters={
          footerSection
            ? charactersOf(footerSection).slice(0, limitOf(footerSection, 'max', 18))
            : []
        }
      />
      <Explore
        charactersSection={activeSection(sections, 'explore_characters')}
        categoriesSection={activeSection(sections, 'explore_categories')}
      />
      {feedsSection && <FeedRow section={feedsSection} />}
      {accordionsSection && <Accordions section={accordionsSection} />}
    </>
  );
}
