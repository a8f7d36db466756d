import { activeSection, charactersOf, limitOf, type Section } from '../model/section';
import { Accordions } from './accordions';
import { Explore } from './explore';
import { FeedRow } from './feed-row';
import { FirstTalkQuestion } from './first-talk-question';
import { Tiles } from './tiles';
import '../styles/lower-sections.css';

/**
 * The active sections below the first view. Add a new section of the page here. These sections are a separate
 * chunk, so that the first view does not wait for their code. Rules home-sections (their order) and home-limits
 * (18 faces).
 */
export function LowerSections({ sections }: { sections: Section[] }) {
  const tiles = activeSection(sections, 'action_figures');
  const feeds = activeSection(sections, 'feeds');
  const accordions = activeSection(sections, 'accordions');
  const footer = activeSection(sections, 'footer_characters');
  return (
    <>
      {tiles && <Tiles section={tiles} />}
      <FirstTalkQuestion
        characters={footer ? charactersOf(footer).slice(0, limitOf(footer, 'max', 18)) : []}
      />
      <Explore
        characters={activeSection(sections, 'explore_characters')}
        categories={activeSection(sections, 'explore_categories')}
      />
      {feeds && <FeedRow section={feeds} />}
      {accordions && <Accordions section={accordions} />}
    </>
  );
}
