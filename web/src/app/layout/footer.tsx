import { useQuery } from '@tanstack/react-query';
import { categoriesOf, footerQuery, textsOf } from '#/features/home';
import { paths } from '#/shared/lib/paths';
import { Link } from '#/shared/ui/link';
import { Logo } from '#/shared/ui/logo';

/** The columns of links (rule home-footer). */
const linkColumns = [
  {
    title: 'General',
    links: [
      ['Characters', paths.characters.getHref()],
      ['Blog', paths.blog.getHref()],
    ],
  },
  {
    title: 'Quick links',
    links: [
      ['User Agreement', paths.agreement.getHref()],
      ['Community Guidelines', paths.guide.getHref()],
    ],
  },
  {
    title: 'Help & Information',
    links: [
      ['About', paths.about.getHref()],
      ['Contact Us', paths.contact.getHref()],
      ['Knowledge Base', paths.knowledge.getHref()],
    ],
  },
  {
    title: 'Terms and Policies',
    links: [
      ['Copyright Policy', paths.copyright.getHref()],
      ['Privacy Policy', paths.privacy.getHref()],
      ['Terms & Conditions', paths.terms.getHref()],
      ['Refund Policy', paths.refund.getHref()],
    ],
  },
] as const;

/** At most this many paragraphs of terms are shown (rule home-footer). */
const maxTermsParagraphs = 18;

/** The footer of every page. The blog's pages have no category block (rule home-footer). */
export function Footer({ showsCategories }: { showsCategories: boolean }) {
  const { data } = useQuery(footerQuery);
  const section = data?.isActive ? data : null;
  return (
    <footer className="site-footer">
      <div className="wrap">
        {showsCategories && section && (
          <nav aria-label="Categories">
            <ul className="site-footer__categories">
              {categoriesOf(section).map(({ id, name }) => (
                <li key={id}>
                  <Link to={paths.characters.getHref(name)}>{name}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {section && (
          <div className="site-footer__terms">
            {textsOf(section, 'termsContent')
              .slice(0, maxTermsParagraphs)
              .map((text) => (
                <p key={text}>{text}</p>
              ))}
          </div>
        )}
        <div className="site-footer__columns">
          <Logo />
          {linkColumns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([label, href]) => (
                  <li key={href}>
                    <Link to={href}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="site-footer__base">
          <p>© 2025 Colloquy</p>
          <p>Portraits ruled in-house, one line at a time.</p>
        </div>
      </div>
    </footer>
  );
}
