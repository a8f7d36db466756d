import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StaticPage } from '#/shared/api/types';
import { formatShortDate } from '#/shared/format/format-date';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { paths } from '#/shared/lib/paths';
import { Link, NavLink } from '#/shared/ui/link';
import { LinkedText } from '#/shared/ui/linked-text';
import { LoadedPage } from '#/shared/ui/loaded';
import { pageQuery } from '../api/queries';
import { Blocks } from './blocks';
import '../styles/reading.css';

/** The static pages linked beside the text on wide screens. On phones the footer links to them. */
const staticPageLinks = [
  ['Terms of Use', paths.terms.getHref()],
  ['Privacy Policy', paths.privacy.getHref()],
  ['Refund Policy', paths.refund.getHref()],
  ['Copyright Policy', paths.copyright.getHref()],
  ['User Agreement', paths.agreement.getHref()],
  ['Community Guidelines', paths.guide.getHref()],
  ['Knowledge Base', paths.knowledge.getHref()],
  ['About Us', paths.about.getHref()],
] as const;

function StaticPageNav() {
  return (
    <nav className="static__nav" aria-label="Pages">
      <ul>
        {staticPageLinks.map(([label, href]) => (
          <li key={href}>
            <NavLink to={href}>{label}</NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PageText({ page }: { page: StaticPage }) {
  const { title, intro, effective, sections } = page;
  usePageTitle(title);
  return (
    <div className="wrap static">
      <StaticPageNav />
      <article className="static__text">
        <h1 className="display static__title">{title}</h1>
        {effective && (
          <p className="muted num static__effective">
            Effective <time dateTime={effective}>{formatShortDate(effective)}</time>
          </p>
        )}
        <p className="static__intro">
          <LinkedText>{intro}</LinkedText>
        </p>
        <Blocks blocks={sections} numbered={effective !== ''} />
        <p className="muted static__foot">
          Questions about this page go to{' '}
          <Link className="link" to={paths.contact.getHref()}>
            Contact Us
          </Link>
          . They are read by a person.
        </p>
      </article>
    </div>
  );
}

interface StaticPageScreenProps {
  /** Key of the page on the server. */
  page: string;
  notFound: ReactNode;
}

/** The layout of all static pages but Contact Us (rule content-static-pages). */
export function StaticPageScreen({ page, notFound: missing }: StaticPageScreenProps) {
  const query = useQuery(pageQuery(page));
  return (
    <LoadedPage query={query} notFound={missing}>
      {(text) => <PageText page={text} />}
    </LoadedPage>
  );
}
