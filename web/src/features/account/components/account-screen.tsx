import { PanelLeftOpen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useDesktop } from '#/shared/hooks/use-desktop';
import { usePageTitle } from '#/shared/hooks/use-page-title';
import { reportError } from '#/shared/lib/report-error';
import { FailedRead } from '#/shared/ui/failed';
import { IconButton } from '#/shared/ui/icon-button';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';
import { SkeletonRows } from '#/shared/ui/skeleton-rows';
import { findSection, type PanelProps } from '../sections';
import { HeadNoteElementContext } from './head-note';
import { Sidebar } from './sidebar';
import '../styles/account.css';

const AccountDrawer = lazy(() =>
  import('./account-drawer').then((m) => ({ default: m.AccountDrawer })),
);

interface AccountScreenProps extends PanelProps {
  /** Value of `section` in the address. */
  section: string | null;
}

/**
 * The account area: the sidebar, a drawer on small screens (rule account-drawer), and the panel of the chosen
 * section.
 */
export function AccountScreen({ user, section: key, VoicePart }: AccountScreenProps) {
  const section = findSection(key);
  const isDesktop = useDesktop();
  const [opened, setOpened] = useState(false);
  const isDrawerOpen = opened && !isDesktop;
  const [noteElement, setNoteElement] = useState<HTMLElement | null>(null);
  usePageTitle(section.title);
  return (
    <div className="account wrap">
      {isDesktop && (
        <aside className="account__side" aria-label="Account">
          <Sidebar user={user} currentKey={section.addressKey} />
        </aside>
      )}
      <div className="account__main">
        <div className="account__head">
          <h1 className="display account__title">{section.title}</h1>
          <div className="account__note" role="status" ref={setNoteElement} />
          {!isDesktop && (
            <IconButton
              label="Account menu"
              outlined
              aria-haspopup="dialog"
              aria-expanded={isDrawerOpen}
              onClick={() => setOpened(true)}
            >
              <PanelLeftOpen size={20} aria-hidden="true" />
            </IconButton>
          )}
        </div>
        <ErrorBoundary
          resetKeys={[section.addressKey]}
          onError={(error) => reportError('A panel of the account failed', error)}
          fallbackRender={({ resetErrorBoundary }) => (
            <FailedRead
              size="panel"
              title="This part broke off"
              help="The rest still works."
              onRetry={resetErrorBoundary}
            />
          )}
        >
          <HeadNoteElementContext value={noteElement}>
            <Suspense fallback={<SkeletonRows rows={3} />}>
              <section.Panel key={user.id} user={user} VoicePart={VoicePart} />
            </Suspense>
          </HeadNoteElementContext>
        </ErrorBoundary>
      </div>
      {isDrawerOpen && (
        <LazyOverlay onFail={() => setOpened(false)}>
          <AccountDrawer
            user={user}
            currentKey={section.addressKey}
            onClose={() => setOpened(false)}
          />
        </LazyOverlay>
      )}
    </div>
  );
}
