import type { ReactNode, RefObject } from 'react';
import { Link } from '#/shared/ui/link';
import type { Section } from '../model/section';

interface SectionHeadProps {
  section: Section;
  /** Shown instead of the section's title. */
  title?: ReactNode;
  /** True to show the title to screen readers only. */
  titleHidden?: boolean;
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** Shown instead of the section's link. */
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

/**
 * The head of a section: title, text and link, as far as the settings have them. The text and the address of
 * the link come from the server (rule home-explore).
 */
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
