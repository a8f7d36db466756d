import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { CharacterGrid } from '#/features/character';
import { categoryGround } from '#/shared/lib/category-ground';
import { categoryInk } from '#/shared/lib/category-ink';
import { EmptyState } from '#/shared/ui/empty-state';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { categoryQuery } from '../api/lists';
import { type Category, categoriesOf, charactersOf, limitOf, type Section } from '../model/section';

interface ExploreProps {
  /** explore_characters and explore_categories; each stands only if it is active. */
  characters: Section | undefined;
  categories: Section | undefined;
}

function CategoryCharacters({ name, limit }: { name: string; limit: number }) {
  const { data, isError } = useQuery(categoryQuery(name, limit));
  if (isError) return <EmptyState title="The album would not open" help="Choose it once more." />;
  if (!data) return <SkeletonRows rows={3} label="Loading characters" />;
  if (data.length === 0) return <EmptyState title="No characters found." />;
  return <CharacterGrid characters={data} />;
}

interface CategoryListProps {
  section: Section;
  chosen: string | null;
  onChoose: (category: Category) => void;
}

function CategoryList({ section, chosen, onChoose }: CategoryListProps) {
  const list = categoriesOf(section).slice(0, limitOf(section, 'max_category', 9));
  return (
    <section className="section wrap">
      <div className="section__head">
        <h2 className="display t1">{section.title}</h2>
      </div>
      <ul className="categories">
        {list.map((category) => (
          <li key={category.id} className={`c-${categoryInk(category.name)}`}>
            <button
              type="button"
              className="category"
              aria-pressed={chosen === category.name}
              onClick={() => onChoose(category)}
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
              <span className="display category__name">{category.name}</span>
              <span className="num muted">{category.count}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Sections 5 and 6: a category replaces the characters above it and leads back up to them (spec 2 §2). */
export function Explore({ characters, categories }: ExploreProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const top = useRef<HTMLElement>(null);
  const choose = (category: Category) => {
    setChosen(category.name);
    const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    top.current?.scrollIntoView({ behavior: still ? 'instant' : 'smooth', block: 'start' });
  };
  return (
    <>
      {(characters || chosen) && (
        <section className="section wrap" id="explore-characters" ref={top}>
          <div className="section__head">
            <h2 className="display t1">{chosen ?? characters?.title}</h2>
            {characters?.ctaText && characters.ctaLink && (
              <Link className="link" to={characters.ctaLink}>
                {characters.ctaText}
              </Link>
            )}
          </div>
          {chosen ? (
            <CategoryCharacters
              name={chosen}
              limit={categories ? limitOf(categories, 'max_character', 6) : 6}
            />
          ) : (
            characters && (
              <CharacterGrid
                characters={charactersOf(characters).slice(0, limitOf(characters, 'max', 6))}
              />
            )
          )}
        </section>
      )}
      {categories && <CategoryList section={categories} chosen={chosen} onChoose={choose} />}
    </>
  );
}
