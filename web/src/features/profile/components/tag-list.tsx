import { useState } from 'react';
import { useFocusNewElement } from '#/shared/hooks/use-focus-new';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';

interface TagListProps {
  tags: string[];
  /** Number of tags shown at first; the button '+N' shows the others. */
  maxCount?: number;
}

/** The tags of a character, and '+N' for those that are not shown (rule profile-tags-on-phone). */
export function TagList({ tags, maxCount: most = Number.POSITIVE_INFINITY }: TagListProps) {
  const [all, setAll] = useState(false);
  const shownTags = all ? tags : tags.slice(0, most);
  const { list, focusNext } = useFocusNewElement<HTMLUListElement>(shownTags.length, 'a');
  if (tags.length === 0) return null;
  const showAll = () => {
    focusNext();
    setAll(true);
  };
  const hiddenCount = tags.length - shownTags.length;
  return (
    <ul className="tags" aria-label="Tags" ref={list}>
      {shownTags.map((tag) => (
        <li key={tag}>
          <Link className="chip" to={paths.tag.getHref(tag)}>
            {tag}
          </Link>
        </li>
      ))}
      {hiddenCount > 0 && (
        <li>
          <button
            type="button"
            className="chip"
            aria-label={`+${hiddenCount} more tags`}
            onClick={showAll}
          >
            +{hiddenCount}
          </button>
        </li>
      )}
    </ul>
  );
}
