import { lazy } from 'react';
import { takeEmailLinks, useEmailLinkStore } from '#/features/confirmation/model/email-links';
import { LazyOverlay } from '#/shared/ui/lazy-overlay';

const FollowLinks = lazy(() =>
  import('#/features/confirmation/components/follow-links').then((m) => ({
    default: m.FollowLinks,
  })),
);

/** Handles opened links from mails about an email address. Its code is fetched with the first link. */
export function EmailLinkHost() {
  const { links } = useEmailLinkStore();
  if (links.length === 0) return null;
  return (
    <LazyOverlay onFail={takeEmailLinks}>
      <FollowLinks />
    </LazyOverlay>
  );
}
