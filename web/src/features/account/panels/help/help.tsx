import { useQuery } from '@tanstack/react-query';
import { ArrowUpRight } from 'lucide-react';
import { Fragment, useRef, useState } from 'react';
import type { HelpContent } from '#/shared/api/types';
import { FailedRead } from '#/shared/ui/failed';
import { Link } from '#/shared/ui/link';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { helpQuery } from '../../api/help-query';
import { SearchField } from '../../components/search-field';
import { texts } from '../../texts';
import { ContactCards } from './contact-cards';
import { Questions } from './questions';
import '../../styles/help.css';

function SupportFactList({ rows }: { rows: HelpContent['hours'] }) {
  return (
    <dl className="account-facts num">
      {rows.map(({ name, value }) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Hours, response times and resources (rules help-hours, help-content). */
function SupportFacts({ help }: { help: HelpContent }) {
  return (
    <aside className="help__aside" aria-label="Support">
      <section>
        <h2 className="display t4">Business hours</h2>
        <SupportFactList rows={help.hours} />
      </section>
      <section>
        <h2 className="display t4">Response times</h2>
        <SupportFactList rows={help.response_times} />
        <p className="small muted help__note">{help.response_note}</p>
      </section>
      <section>
        <h2 className="display t4">Resources</h2>
        <ul className="help__resources">
          {help.resources.map(({ title, page, link }) => (
            <li className="help__resource" key={link}>
              <Link to={link}>
                <span>
                  {title}
                  <span className="small muted help__page">{page}</span>
                </span>
                <ArrowUpRight size={16} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </aside>
  );
}

function Help({ help }: { help: HelpContent }) {
  const [search, setSearch] = useState('');
  const searchBlock = useRef<HTMLDivElement>(null);
  const clear = () => {
    setSearch('');
    searchBlock.current?.querySelector('input')?.focus();
  };
  return (
    <div className="help">
      <div className="help__search" ref={searchBlock}>
        <SearchField label="Search for help" value={search} onChange={setSearch} />
      </div>
      <ContactCards help={help} />
      <div className="help__columns">
        <Questions help={help} search={search} onClear={clear} />
        <SupportFacts help={help} />
      </div>
    </div>
  );
}

/** Help & Support (rules help-content, help-search, help-contacts). */
export function HelpPanel() {
  const { data, isError, isFetching, refetch } = useQuery(helpQuery);
  if (data) return <Help help={data} />;
  if (!isError) return <SkeletonRows rows={5} label="Loading help" />;
  return (
    <FailedRead
      size="panel"
      title={texts.helpUnread}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
