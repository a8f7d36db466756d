import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { StaticPage } from '#/shared/api/types';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { LinkedText } from '#/shared/ui/linked-text';
import { LoadedPage } from '#/shared/ui/loaded';
import { pageQuery } from '../api/queries';
import { Blocks } from './blocks';
import { ContactForm } from './contact-form';
import '../styles/reading.css';
import '../styles/contact.css';

/** When support can be reached (rule contact-reach). */
const supportHours = ['Mon-Fri 9:00-18:00 IST', 'Sat 10:00-16:00 IST', 'Sun closed'];

function Addresses({ page }: { page: StaticPage }) {
  const { supportEmail, address } = page;
  return (
    <dl className="contact__facts">
      {supportEmail && (
        <>
          <dt>Email</dt>
          <dd>
            <a className="link" href={`mailto:${supportEmail}`}>
              {supportEmail}
            </a>
          </dd>
        </>
      )}
      {address && (
        <>
          <dt>Address</dt>
          <dd className="contact__address">{address}</dd>
        </>
      )}
      <dt>Hours</dt>
      <dd className="num">
        {supportHours.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </dd>
    </dl>
  );
}

function ContactPage({ page }: { page: StaticPage }) {
  const { title, intro, sections } = page;
  usePageTitle(title);
  return (
    <div className="wrap contact">
      <div>
        <h1 className="display static__title">{title}</h1>
        <p className="voice muted contact__intro">
          <LinkedText>{intro}</LinkedText>
        </p>
        <Addresses page={page} />
      </div>
      <ContactForm />
      <div className="contact__text">
        <Blocks blocks={sections} />
      </div>
    </div>
  );
}

/** Contact Us: the addresses that the operator has set, and the form (rule contact-reach). */
export function ContactScreen({ notFound: missing }: { notFound: ReactNode }) {
  const query = useQuery(pageQuery('contact-us'));
  return (
    <LoadedPage query={query} notFound={missing}>
      {(page) => <ContactPage page={page} />}
    </LoadedPage>
  );
}
