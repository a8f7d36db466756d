import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { CharacterGrid, categoryGround, categoryInk } from '#/features/character';
import { scrollBehavior } from '#/shared/browser/motion';
import { useEntryState } from '#/shared/hooks/use-entry-state';
import { EmptyState } from '#/shared/ui/empty-state';
import { FailedRead } from '#/shared/ui/failed';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { VisuallyHidden } from '#/shared/ui/visually-hidden';
import { categoryQuery } from '../api/explore-queries';
import { type Category, categoriesOf, charactersOf, limitOf, type Section } from '../model/section';
import { texts } from '../texts';
import { SectionHead } from './section-head';

const isChosenCategory = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

interface ExploreProps {
  /** The section explore_characters; undefined if it is not active. */
  charactersSection: Section | undefined;
  /** The section explore_categories; undefined if it is not active. */
  categoriesSection: Section | undefined;
}

function CategoryCharacters({ name, limit }: { name: string; limit: number }) {
  const { data, isError, refetch } = useQuery(categoryQuery(name, limit));
  if (isError) {
    return <FailedRead size="panel" title={texts.categoryUnread} onRetry={() => void refetch()} />;
  }
  if (!data) return <SkeletonRows rows={3} label="Loading characters" />;
  if (data.length === 0) return <EmptyState title={texts.nobody} />;
  return <CharacterGrid characters={data} />;
}

interface CategoryListProps {
  section: Section;
  chosenName: string | null;
  onChoose: (category: Category) => void;
  /** Called when the pointer or the focus is on a category, to prefetch its characters. */
  onPrefetch: (category: Category) => void;
}

function CategoryList({ section, chosenName, onChoose, onPrefetch: onNear }: CategoryListProps) {
  const shownCategories = categoriesOf(section).slice(0, limitOf(section, 'max_category', 9));
  return (
    <section className="section wrap">
      <SectionHead section={section} />
      <ul className="categories">
        {shownCategories.map((category) => (
          <li key={category.id} className={`c-${categoryInk(category.name)}`}>
            <button
              type="button"
              className="category"
              aria-pressed={chosenName === category.name}
              onClick={() => onChoose(category)}
              onPointerEnter={() => onNear(category)}
              onFocus={() => onNear(category)}
            >
              <img
                className="category__ground"
                src={categoryGround(category.name)}
                alt=""
                width={48}
                height={48}
                loading="lazy"
                decoding="async"
              />
              <span className="display category__name">{category.name}</span>{' '}
              {category.characterCount !== null && (
                <span className="num muted">
                  {category.characterCount}{' '}
                  <VisuallyHidden>
                    {category.characterCount === 1 ? 'character' : 'characters'}
                  </VisuallyHidden>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Characters, and categories below them. A press of a category replaces the characters by those of the category
 * and scrolls up to them. A second press shows the first characters again (rules home-explore,
 * home-category-replaces). Rule home-limits: 6 explored characters, 9 categories, 6 characters of a category.
 */
export function Explore({ charactersSection, categoriesSection }: ExploreProps) {
  const client = useQueryClient();
  const [chosenName, setChosenName] = useEntryState('category', null, isChosenCategory);
  const sectionRef = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const limit = categoriesSection ? limitOf(categoriesSection, 'max_character', 6) : 6;
  const toggleCategory = ({ name }: Category) => {
    // The choice may mount the section, which must exist before the scroll.
    flushSync(() => setChosenName(chosenName === name ? null : name));
    sectionRef.current?.scrollIntoView({ behavior: scrollBehavior(), block: 'start' });
    // Screen readers announce the focused title, and the next Tab continues from there.
    title.current?.focus({ preventScroll: true });
  };
  const headSection = charactersSection ?? categoriesSection;
  return (
    <>
      {headSection && (charactersSection || chosenName) && (
        <section className="section wrap explore" id="explore-characters" ref={sectionRef}>
          <SectionHead
            section={headSection}
            title={chosenName ?? headSection.title}
            titleRef={title}
          />
          {chosenName && <CategoryCharacters name={chosenName} limit={limit} />}
          {!chosenName && charactersSection && (
            <CharacterGrid
              characters={charactersOf(charactersSection).slice(
                0,
                limitOf(charactersSection, 'max', 6),
              )}
            />
          )}
        </section>
      )}
      {categoriesSection && (
        <CategoryList
          section={categoriesSection}
          chosenName={chosenName}
          onChoose={toggleCategory}
          onPrefetch={({ name }) => void client.prefetchQuery(categoryQuery(name, limit))}
        />
      )}
    </>
  );
}
