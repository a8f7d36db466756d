import type { ReactNode, RefObject } from 'react';
import { Link } from '#/shared/ui/link';
import type { Section } from '../model/section';

interface SectionHeadProps {
  section: Section;
  /** Takes the place of the section's title. */
  title?: ReactNode;
  /** Where pictures say enough, the title is there for screen readers alone. */
  titleHidden?: boolean;
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** Takes the place of the section's link. */
  tools?: ReactNode;
}

function SectionLink({ section }: { section: Section }) {
  if (!section.ctaText || !section.ctaLink) return null;
  return (
    <Link className="link" to={section.ctaLink}>
      {section.ctaText}
    </Link>
  );
}

/** What the settings say of a section above its content: title, words and link, as far as they are there. */
export function SectionHead({ section, title, titleHidden, titleRef, tools }: SectionHeadProps) {
  const { subtitle, description } = section;
  const heading = title ?? section.title;
  const link = tools ?? <SectionLink section={section} />;
  if (titleHidden && !subtitle && !description && !section.ctaText)
    return <h2 className="visually-hidden">{heading}</h2>;
  return (
    <div className="section__head">
      <div className="section__words">
        <h2
          className={titleHidden ? 'visually-hidden' : 'display t1'}
          ref={titleRef}
          tabIndex={titleRef && -1}
        >
          {heading}
        </h2>
        {subtitle && <p className="voice">{subtitle}</p>}
        {description && <p className="muted">{description}</p>}
      </div>
      {link}
    </div>
  );
}
