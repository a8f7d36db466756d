import { lazy } from 'react';
import { takeEmailLinks, useEmailLinkStore } from '#/features/confirmation/model/email-links';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';

const EmailLinkFollower = lazy(() =>
  import('#/features/confirmation/components/follow-links').then((m) => ({
    default: m.EmailLinkFollower,
  })),
);

/**
 * Handles opened mail links, which confirm or restore an email address or stop mails. The code is fetched
 * when the first link is opened.
 */
export function EmailLinkHost() {
  const { links } = useEmailLinkStore();
  if (links.length === 0) return null;
  return (
    <LazyOverlay onFail={takeEmailLinks}>
      <EmailLinkFollower />
    </LazyOverlay>
  );
}
